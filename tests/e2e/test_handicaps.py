"""An evening with handicaps and masterpoints: worked out, published, read by a player, and in the closing."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.models import FinalPercentage
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least
from clubscore.standings.seasons.services import close_season
from scoring.movements.howell import howell
from tests.duplicate.evening import seated
from tests.duplicate.published import LINES, played, published
from tests.duplicate.recorded import recorded
from tests.duplicate.sessions import opened
from tests.e2e.browser import PHONE, expect
from tests.factories import NOON, member

pytestmark = pytest.mark.usefixtures("transactional_db")
PAIRS = ("Anna", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn"), ("Gita", "Hugo")


@pytest.fixture
def tonight() -> Session:
    """A session with seated pairs that have a published session in the season already."""
    ruth = member("Ruth")
    give_role(member=ruth, role=Role.ADMIN)
    ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    published(played(ruth, day=NOON.date() - timedelta(days=7), name="Before"))
    session = opened(ruth, howell(2), name="Tonight")
    pairs = []
    for names in PAIRS:
        pairs.append(tuple(Member.objects.get(name=name) for name in names))
    seated(session, pairs)
    return session


def play(session: Session) -> None:
    """Play every board of a session, and publish the results."""
    for round in (1, 2, 3):
        start_round(session=session, round=round, by=session.director, now=NOON)
    for index, (slot, _) in enumerate(slots_of(load(session.pk))):
        if slot not in results_of(session.pk):
            recorded(session, slot, LINES[index % len(LINES)])
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    published(session)


def test_an_evening_with_handicaps_and_masterpoints(
    tonight: Session, open_page: Callable[..., Any]
):
    address = f"/duplicate/{tonight.pk}/handicaps/"
    desk = open_page(address, member=tonight.director)
    desk.get_by_label("Sessions of each player").fill("1")
    desk.get_by_label("Strata", exact=True).select_option("thirds")
    desk.get_by_role("button", name="Work out from the season").click()
    expect(desk.get_by_text("Worked out, and not kept yet.")).to_be_visible()
    worked_out = desk.get_by_label("Handicap of number 1").input_value()
    assert float(worked_out) != 0
    desk.get_by_role("button", name="Keep", exact=True).click()
    expect(desk.get_by_text("Worked out, and not kept yet.")).to_have_count(0)
    assert desk.get_by_label("Handicap of number 1").input_value() == worked_out
    desk.get_by_text("Masterpoints", exact=True).click()
    desk.get_by_label("Scale of masterpoints").select_option("acbl-club")
    desk.get_by_role("button", name="Keep the scale").click()
    expect(desk.get_by_text("Masterpoints: a club game of the ACBL")).to_be_visible()

    play(tonight)
    anna = Member.objects.get(name="Anna")
    phone = open_page(f"/duplicate/{tonight.pk}/results/", member=anna, **PHONE)
    handicapped = phone.get_by_role("table", name="With handicaps")
    expect(handicapped).to_be_visible()
    sign = "−" if float(worked_out) < 0 else "+"
    expect(handicapped).to_contain_text(sign + worked_out.lstrip("-"))
    expect(phone.get_by_role("table", name="All pairs")).to_contain_text("0.34")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    close(tonight)
    standings = open_page("/standings/autumn/?game=duplicate", member=anna, **PHONE)
    expect(
        standings.get_by_text("Ranked by the sum of masterpoints, at least")
    ).to_be_visible()
    expect(standings.locator("#percent-table")).to_contain_text("0.34")
    assert standings.evaluate("document.documentElement.scrollWidth") <= 390


def close(session: Session) -> None:
    """Close the season of a session, ranked by masterpoints."""
    season = ledger.Season.objects.get(slug="autumn")
    change_duplicate_terms(
        season=season,
        counting=Counting(PercentOrder.MASTERPOINTS),
        least=Least.parse("1"),
        guests=False,
        by=session.director,
        now=NOON,
    )
    close_season(season=season, by=session.director, now=NOON + timedelta(hours=1))
    first = FinalPercentage.objects.order_by("pk").first()
    assert first is not None
    assert (first.rank, first.masterpoints, first.sessions) == (1, 34, 2)
