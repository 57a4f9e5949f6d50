"""Migrations of the ledger give the books of a club that has played before them their new values."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import NOON, member

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more


@pytest.fixture
def migrate(transactional_db):
    """Yield a function that migrates the ledger to a migration, by name, and returns its models of that state.

    After the test the ledger is migrated to the newest state.
    """

    def to(name: str):
        MigrationExecutor(connection).migrate([("ledger", name)])
        return (
            MigrationExecutor(connection).loader.project_state([("ledger", name)]).apps
        )

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_a_season_that_was_closed_before_knows_its_last_booking(migrate):
    anna = member("Anna")
    apps = migrate("0010_find_by_booking")
    season_of, booking_of = (
        apps.get_model("ledger", name) for name in ("Season", "Transaction")
    )
    closed = season_of.objects.create(
        name="Autumn",
        slug="autumn",
        begins_on=date(2026, 9, 1),
        closed_at=NOON,
        closed_by_id=anna.pk,
    )
    season_of.objects.create(name="Winter", slug="winter", begins_on=date(2026, 12, 1))
    bookings = [
        booking_of.objects.create(
            source="rubber",
            source_id=number,
            season=closed,
            description="",
            posted_at=at,
            posted_by_id=anna.pk,
        )
        for number, at in enumerate(
            (NOON - timedelta(days=1), NOON, NOON + timedelta(days=1)), 1
        )
    ]
    after = migrate("0012_every_closed_season_has_one").get_model("ledger", "Season")
    assert list(
        after.objects.order_by("begins_on").values_list("closed_after", flat=True)
    ) == [bookings[1].pk, None]


def three_seasons(season_of, by):
    """Return autumn, which is closed, and winter and spring, which are open."""
    autumn = season_of.objects.create(
        name="Autumn",
        slug="autumn",
        begins_on=date(2026, 9, 1),
        closed_after=3,
        closed_at=NOON,
        closed_by_id=by.pk,
    )
    winter = season_of.objects.create(
        name="Winter", slug="winter", begins_on=date(2026, 12, 1)
    )
    spring = season_of.objects.create(
        name="Spring", slug="spring", begins_on=date(2027, 3, 1)
    )
    return autumn, winter, spring


def test_what_is_booked_before_keeps_its_season_and_gets_a_day_of_it(migrate):
    anna = member("Anna")
    apps = migrate("0012_every_closed_season_has_one")
    season_of, booking_of = (
        apps.get_model("ledger", name) for name in ("Season", "Transaction")
    )
    autumn, winter, spring = three_seasons(season_of, anna)
    last_day, first_day, in_spring = (
        datetime(*day, 20, tzinfo=UTC)
        for day in ((2026, 11, 30), (2026, 12, 1), (2027, 3, 2))
    )

    def book(pk, source_id, season, at, **columns):
        return booking_of.objects.create(
            pk=pk, source="rubber", source_id=source_id, season=season, description="", posted_at=at,
            posted_by_id=anna.pk, **columns,
        )  # fmt: skip

    book(1, 1, autumn, last_day)
    book(2, 1, autumn, first_day, reverses_id=1)
    book(3, 1, autumn, first_day, edition=2)
    book(4, 2, winter, last_day)  # on the last day, after the closing
    book(5, 1, winter, in_spring, edition=2, reverses_id=3)
    book(6, 3, winter, datetime(2026, 12, 1, 0, 30, tzinfo=UTC))
    book(7, 3, winter, in_spring, edition=1, reverses_id=6)
    book(8, 4, winter, in_spring)
    book(9, 5, spring, first_day)
    after = migrate("0013_the_day_of_a_booking").get_model("ledger", "Transaction")
    assert {
        row.pk: (row.season.name, f"{row.day:%-d %b}") for row in after.objects.all()
    } == {
        1: ("Autumn", "30 Nov"),
        2: ("Autumn", "30 Nov"),
        3: ("Autumn", "30 Nov"),
        4: ("Winter", "30 Nov"),
        5: ("Winter", "28 Feb"),
        6: ("Winter", "1 Dec"),
        7: ("Winter", "1 Dec"),
        8: ("Winter", "28 Feb"),
        9: ("Spring", "1 Mar"),
    }
