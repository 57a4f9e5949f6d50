"""The sessions of duplicate on a member's page, /members/1/."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client

from clubscore.duplicate.models import PublishedRow
from clubscore.duplicate.outcomes.published import figure_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.ledger import services as ledger
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.standings.profiles.duplicate import SessionFigures, duplicate_context
from clubscore.standings.profiles.period import ProfilePeriod
from clubscore.standings.profiles.results import ids_of
from tests.duplicate.published import played, published
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def shown(session, query: str = ""):
    """The response with the page of Anna, who plays as number 1 with Ben, requested by the session's director."""
    client = Client()
    client.force_login(session.director)
    return client.get(f"/members/{anna(session).pk}/{query}")


def anna(session) -> Member:
    return session.places.order_by("pk").first().member


def test_a_session_is_there_as_it_was_published_last():
    session = played()
    assert "Duplicate</h2>" not in shown(session).content.decode()
    publication = published(session)
    slot, _ = next(iter(slots_of(load(session.pk))))
    ruled(session, slot, "A+-")
    row = PublishedRow.objects.get(publication=publication, entry__number=1)
    (only,) = shown(session).context["duplicate"]
    assert (only.session, only.field, only.figure, only.boards) == (
        session,
        4,
        figure_of(row, session.contest_rules),
        row.boards,
    )
    assert [partner.name for partner in only.partners] == ["Ben"]
    second = published(session, begins_period=False, reason="A ruling")
    (only,) = shown(session).context["duplicate"]
    assert only.figure == figure_of(
        PublishedRow.objects.get(publication=second, entry__number=1),
        session.contest_rules,
    )
    html = shown(session).content.decode()
    assert (
        f"{only.figure}\N{NO-BREAK SPACE}%" in html
        and f'href="/duplicate/{session.pk}/results/"' in html
    )
    assert f"No rubber of {anna(session).short_name}’s is booked here." in html


def test_a_season_has_the_sessions_of_its_days():
    session = played()
    published(session)
    ledger.open_season(name="Then", slug="then", begins_on=date(2026, 1, 1))
    ledger.open_season(name="Now", slug="now", begins_on=session.day)
    counts = {
        season: len(shown(session, f"?season={season}").context["duplicate"])
        for season in ("then", "now", "all")
    }
    assert counts == {"then": 0, "now": 1, "all": 1}


def test_the_mean_of_the_sessions_needs_thirty_boards():
    percents = (Fraction(50), Fraction(125, 2))
    assert (
        SessionFigures(2, 29, percents).mean,
        SessionFigures(2, 29, percents).range,
    ) == ("", "")
    assert (
        SessionFigures(2, 30, percents).mean,
        SessionFigures(2, 30, percents).range,
    ) == ("56.25", "50.00 to 62.50")
    assert SessionFigures(2, 30, ()).mean == ""


def test_three_sessions_of_a_person_take_as_many_statements_as_one(
    django_assert_num_queries,
):
    ruth, sessions = member("Ruth"), []
    for number in range(3):
        sessions.append(played(ruth, name=f"Session {number}", family=str(number)))
        published(sessions[-1])
        if number:
            merge(kept=anna(sessions[0]), merged=anna(sessions[-1]), by=ruth, now=NOON)
        first = anna(sessions[0])
        records = ids_of(first)
        with django_assert_num_queries(2):
            found = duplicate_context(
                first, records, ProfilePeriod("contract", None, [])
            )
        assert [each.session for each in found["duplicate"]] == sessions[::-1]
