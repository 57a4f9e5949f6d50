"""The order of a table's rubbers: which one is the newest, and the number of each."""

from datetime import timedelta

import pytest

from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.models import Table
from scoring import Seat
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return member("Anna")


def table_of(anna, name) -> Table:
    return Table.objects.create(name=name, opened_at=NOON, opened_by=anna)


def played(table, anna, *, minutes=0, system="contract") -> Rubber:
    at = NOON + timedelta(minutes=minutes)
    ended = {"ended_at": at, "ended_by": anna, "ending": Rubber.Ending.COMPLETE}
    return Rubber.objects.create(
        table=table,
        system=system,
        rules={},
        first_dealer=Seat.NORTH,
        started_at=at,
        started_by=anna,
        **ended,
    )


def test_each_tables_newest_rubber_is_the_one_begun_last_whatever_its_time(anna):
    first, second, unused = (
        table_of(anna, name) for name in ("Table 1", "Table 2", "Table 3")
    )
    played(first, anna, minutes=30)
    latest = played(first, anna, minutes=10)
    played(second, anna)
    twin = played(second, anna)
    assert set(Rubber.objects.newest_of(Table.objects.all())) == {latest, twin}
    assert list(Rubber.objects.newest_of(Table.objects.filter(pk=unused.pk))) == []


def test_a_rubber_is_numbered_among_those_of_its_game_at_its_table(anna):
    here, elsewhere = table_of(anna, "Table 1"), table_of(anna, "Table 2")
    first, twin = played(here, anna), played(here, anna)
    played(here, anna, minutes=5, system="royal")
    played(elsewhere, anna, minutes=5)
    third = played(here, anna, minutes=-10)  # the clock was set back
    assert [load(rubber.pk).ordinal for rubber in (first, twin, third)] == [1, 2, 3]
