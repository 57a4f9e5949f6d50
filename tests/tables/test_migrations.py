"""Migrations of the tables' app keep the cuts of a club that has played before."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import NOON, four, seated_table

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more


@pytest.fixture
def migrate(transactional_db):
    """A function that migrates the tables' app to the named migration and returns its models at that point.

    Afterwards the database is migrated to the newest state. The command does it, because it removes the triggers
    meanwhile.
    """

    def to(name: str):
        call_command("migrate", "tables", name, verbosity=0)
        return (
            MigrationExecutor(connection).loader.project_state([("tables", name)]).apps
        )

    yield to
    call_command("migrate", verbosity=0)


def test_cuts_made_before_are_closed_and_their_cards_were_for_partners(migrate):
    table = seated_table(four())
    then = migrate("0003_any_game")
    cut, draw = (then.get_model("tables", name) for name in ("Cut", "Draw"))
    for rank in (2, 3):
        made = cut.objects.create(
            table_id=table.pk, made_at=NOON, made_by_id=table.opened_by_id
        )
        draw.objects.create(cut=made, member_id=table.opened_by_id, rank=rank, suit="C")
    now = migrate("0004_a_cut_for_one_rubber")
    cut, draw = (now.get_model("tables", name) for name in ("Cut", "Draw"))
    assert (
        list(cut.objects.values_list("is_open", "going_out"))
        == [(False, "longest")] * 2
    )
    assert set(draw.objects.values_list("decides", flat=True)) == {"partners"}


def test_of_those_who_sit_at_a_table_already_nobody_knows_who_brought_them(migrate):
    seated_table(four())
    migrate("0004_a_cut_for_one_rubber")
    now = migrate("0005_seated_by_whom")
    kept = now.get_model("tables", "Sitting").objects.values_list(
        "seated_by", "confirmed_at"
    )
    assert list(kept) == [(None, None)] * 4


def test_going_back_forgets_the_cards_that_decided_who_stays_and_keeps_the_others(
    migrate,
):
    table = seated_table(four())
    now = migrate("0004_a_cut_for_one_rubber")
    cut, draw = (now.get_model("tables", name) for name in ("Cut", "Draw"))
    made = cut.objects.create(
        table_id=table.pk, made_at=NOON, made_by_id=table.opened_by_id
    )
    for decides, rank in (("staying", 7), ("partners", 8)):
        draw.objects.create(
            cut=made, decides=decides, member_id=table.opened_by_id, rank=rank, suit="C"
        )
    then = migrate("0003_any_game")
    assert list(
        then.get_model("tables", "Draw").objects.values_list("rank", flat=True)
    ) == [8]
