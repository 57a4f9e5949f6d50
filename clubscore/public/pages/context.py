"""The HTML of the public pages. They are drawn without a request, so that nothing about a reader gets into them."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from clubscore.calendar import evening_of
from clubscore.duplicate.models import Publication, Session
from clubscore.ledger.models import Season
from clubscore.public.models import EveningLink, PublicChoice
from clubscore.public.pages import evenings, queries, sessions
from clubscore.public.pages.evenings import EveningState


def _page(
    template: str, choice: PublicChoice, here: str, context: dict[str, Any]
) -> str:
    around = {"club_name": settings.CLUB_NAME, "choice": choice, "here": here}
    return render_to_string(template, around | context)


def room_page(choice: PublicChoice, now: datetime) -> str:
    """The HTML of the page of the room. It shows no time, only the day of the evening to which `now` belongs."""
    tables = queries.public_room(choice, now)
    context = {
        "tables": tables,
        "in_play": sum(table.card.in_play for table in tables),
        "day": evening_of(now),
    }
    return _page("public/public_room.html", choice, "room", context)


def evenings_page(choice: PublicChoice, years: list[int], year: int | None) -> str:
    context = {
        "years": years,
        "year": year,
        "evenings": evenings.listed_evenings(year, with_sessions=choice.duplicate),
    }
    return _page("public/evening_list.html", choice, "evenings", context)


def evening_page(choice: PublicChoice, state: EveningState, now: datetime) -> str:
    context = _evening(choice, state, now)
    before, after = evenings.neighbours(state.day, with_sessions=choice.duplicate)
    context |= {"before": before, "after": after}
    return _page("public/evening_detail.html", choice, "evenings", context)


def linked_evening_page(choice: PublicChoice, link: EveningLink, now: datetime) -> str:
    """The HTML of an evening's page for everybody who has its link. It has no links to other public pages.

    It has no session of duplicate: whoever made the link sent the rubbers of the evening.
    """
    nothing_else = PublicChoice(naming=choice.naming)
    state = evenings.evening_state(link.day, now, with_sessions=False)
    context = _evening(choice, state, now)
    return _page("public/evening_detail.html", nothing_else, "", context)


def _evening(
    choice: PublicChoice, state: EveningState, now: datetime
) -> dict[str, Any]:
    shown = evenings.public_evening(choice, state, now)
    return {
        "day": state.day,
        "matrix": shown.matrix,
        "in_play": shown.in_play,
        "sessions": shown.sessions,
        "is_public": True,
    }


def duplicate_page(choice: PublicChoice, years: list[int], year: int | None) -> str:
    context = {
        "years": years,
        "year": year,
        "sessions": sessions.sessions_in(year),
    }
    return _page("public/session_list.html", choice, "duplicate", context)


def session_page(
    choice: PublicChoice, session: Session, publication: Publication, now: datetime
) -> str:
    context = {"shown": sessions.public_session(choice, session, publication, now)}
    return _page("public/session_detail.html", choice, "duplicate", context)


def standings_page(
    choice: PublicChoice, season: Season, game: str, now: datetime
) -> str:
    context = {
        "standings": queries.public_standings(choice, season, game, now),
        "season": season,
        "seasons": queries.begun(queries.all_seasons(), now),
    }
    return _page("public/standings_season.html", choice, "standings", context)


def no_standings_page(choice: PublicChoice) -> str:
    return _page("public/standings_empty.html", choice, "standings", {})
