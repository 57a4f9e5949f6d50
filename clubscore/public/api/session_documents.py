"""The documents of the API about sessions of duplicate, as they were published."""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction

from django.urls import reverse

from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.published import in_lists, is_final, rows_of
from clubscore.duplicate.results.publishing.boards_then import PublishedBoards
from clubscore.duplicate.results.publishing.open_boards import boards_left_open
from clubscore.public.api.board_documents import board_documents, open_cards
from clubscore.public.api.frame import Document, club_document
from clubscore.public.models import PublicChoice
from clubscore.public.names import names_for
from clubscore.public.naming import Naming
from clubscore.public.pages.queries import evening_scope
from clubscore.public.pages.sessions import played_in
from clubscore.web.clock import moment
from scoring.contest.rounding import half_away

TEN_THOUSANDTHS = 10_000


def session_state(
    choice: PublicChoice, publication: Publication, now: datetime
) -> tuple[object, ...]:
    """The values on which the document of a session depends."""
    session = publication.session
    final = is_final(session, publication, now)
    state = (publication.pk, final, session.is_friendly)
    if not choice.boards:
        return state
    deal_set = open_cards(session, now)
    return (*state, session.revision, session.deal_set_id, deal_set is not None)


def sessions_document(
    year: int | None,
    years: list[int],
    publications: Iterable[Publication],
    now: datetime,
) -> Document:
    """The published sessions of a year, the newest first."""
    sessions = [_summary_of(publication, now) for publication in publications]
    return club_document(year=year, years=years, sessions=sessions)


def _summary_of(publication: Publication, now: datetime) -> Document:
    final = is_final(publication.session, publication, now)
    return session_summary(publication.session, is_final=final)


def session_summary(session: Session, *, is_final: bool) -> Document:
    return {
        "session": session.pk,
        "name": session.name,
        "evening": session.day.isoformat(),
        "form": session.form,
        "is_friendly": session.is_friendly,
        "is_final": is_final,
        "address": reverse("public:api-session", args=[session.pk]),
    }


def session_document(
    choice: PublicChoice, publication: Publication, now: datetime
) -> Document:
    """The lists of a session as they were last published, with public names."""
    session = publication.session
    rows = rows_of([publication])
    records, published = played_in(rows), None
    if choice.boards:
        published = PublishedBoards(publication)
        records |= published.records()
    names = names_for(
        records, naming=Naming(choice.naming), scope=evening_scope(session.day)
    )
    boards = board_documents(published, names, now) if published else None
    lists = [_list(name, ranked, names) for name, ranked in in_lists(session, rows)]
    ranked_by = "score"
    if session.contest_rules.ranks_by_percentages:
        ranked_by = "percent"
    left_open = boards_left_open([publication]).get(publication.pk, ())
    return club_document(
        **_summary_of(publication, now),
        published_at=moment(publication.at),
        provisional_until=moment(publication.correction_ends_at),
        ranked_by=ranked_by,
        lists=lists,
        missing=publication.missing,
        open_boards=list(left_open),
        boards=boards,
    )


def _list(name: str, rows: list[PublishedRow], names: dict[int, str]) -> Document:
    lines = [_line(row, names) for row in rows]
    return {"list": rows[0].list, "name": name, "lines": lines}


def _line(row: PublishedRow, names: dict[int, str]) -> Document:
    percent = None
    if row.percent is not None:
        percent = _hundredths(row.percent)
    return {
        "place": row.place,
        "is_tied": row.is_tied,
        "players": [
            {"name": names[player.member_id], "rounds": player.rounds or None}
            for player in row.players.all()
        ],
        "boards": row.boards,
        "score": _hundredths(row.score),
        "percent": percent,
    }


def _hundredths(figure: int) -> float:
    """A published figure, which is in ten-thousandths, rounded to the hundredth as on the pages."""
    return float(half_away(Fraction(figure, TEN_THOUSANDTHS), 2))
