"""The clock was a year ahead and was corrected: the books go on, and each booking can still have its season."""

from datetime import date, datetime, timedelta

import pytest

from clubscore.ledger import services
from clubscore.ledger.models import Season, Transaction
from clubscore.ledger.placing import wrongly_placed
from clubscore.ledger.queries import details_of, statement_of
from clubscore.members.models import Member
from tests.factories import NOON, four

pytestmark = pytest.mark.django_db

AHEAD = NOON + timedelta(days=365)


def book(number: int, now: datetime) -> Transaction:
    players = list(Member.objects.order_by("pk")) or list(four().values())
    points = dict(zip(players, (5, -5, 5, -5), strict=True))
    return services.post(
        source=Transaction.Source.RUBBER,
        source_id=number,
        game="contract",
        description=f"Rubber {number}",
        points=points,
        by=players[0],
        now=now,
    )


def test_the_first_booking_of_a_wrong_year_keeps_no_later_one_from_its_season():
    book(1, AHEAD)
    assert book(2, NOON).season.name == "Season 2027"  # the only one that is open
    services.open_season(name="Season 2026", slug="2026", begins_on=date(2026, 1, 1))
    assert list(
        Transaction.objects.order_by("pk").values_list("season__slug", flat=True)
    ) == ["2027", "2026"]
    assert book(3, NOON).season.slug == "2026"
    assert list(wrongly_placed()) == []


def test_a_season_is_not_closed_by_a_clock_that_was_set_back_and_is_when_it_is_right_again():
    season = services.open_season(name="2026", slug="2026", begins_on=date(2026, 1, 1))
    services.open_season(name="2027", slug="2027", begins_on=date(2027, 1, 1))
    by = book(1, NOON).posted_by
    with pytest.raises(services.SeasonRefused, match="still on"):
        services.close_season(season=season, by=by, now=NOON)
    assert services.close_season(season=season, by=by, now=AHEAD).is_closed
    # Closed for good, also when the clock goes back.
    assert book(2, NOON).season.slug == "2027"


def test_a_statement_adds_up_in_the_order_of_the_books():
    book(1, AHEAD)
    book(2, NOON)
    statement = statement_of(Member.objects.earliest("pk"), Season.objects.get())
    details = details_of(statement, statement.entries)
    assert [
        (details[entry.posting_id].transaction.source_id, entry.balance)
        for entry in statement.entries
    ] == [
        (2, 10),
        (1, 5),
    ]
