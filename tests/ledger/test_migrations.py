"""What a migration makes of the books of a club that has played before it."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import NOON, member


@pytest.fixture
def migrate(transactional_db):
    """Takes the ledger to the migration of that name, and gives its models of then; in the end to the newest."""

    def to(name: str):
        MigrationExecutor(connection).migrate([("ledger", name)])
        return MigrationExecutor(connection).loader.project_state([("ledger", name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_a_season_that_was_closed_before_knows_its_last_booking(migrate):
    anna = member("Anna")
    apps = migrate("0010_find_by_booking")
    season_of, booking_of = (apps.get_model("ledger", name) for name in ("Season", "Transaction"))
    closed = season_of.objects.create(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1), closed_at=NOON, closed_by_id=anna.pk
    )
    season_of.objects.create(name="Winter", slug="winter", begins_on=date(2026, 12, 1))
    bookings = [
        booking_of.objects.create(
            source="rubber", source_id=number, season=closed, description="", posted_at=at, posted_by_id=anna.pk
        )
        for number, at in enumerate((NOON - timedelta(days=1), NOON, NOON + timedelta(days=1)), 1)
    ]
    after = migrate("0012_every_closed_season_has_one").get_model("ledger", "Season")
    assert list(after.objects.order_by("begins_on").values_list("closed_after", flat=True)) == [bookings[1].pk, None]
