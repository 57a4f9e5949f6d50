"""Prepared statements, which are compiled once, return and do the same as the querysets that they are made of."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext, isolate_apps

from clubscore.contracts.models import columns_of
from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.database.prepared.writes import PreparedIncrement, PreparedInsert
from clubscore.duplicate.models import Session
from clubscore.rubbers.models import Deal, RubberSeat
from clubscore.tables.models import Table
from scoring import Seat, parse_deal
from tests.duplicate.sessions import opened
from tests.factories import NINE_DEALS, NOON, member, rubber_in_play

pytestmark = pytest.mark.django_db

SEATS = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks)
        .select_related("member")
        .order_by("pk")
    )
)
NUMBERS = Prepared(
    lambda pks: (
        Deal.objects.filter(rubber__in=pks)
        .order_by("-number")
        .values_list("number", flat=True)
    )
)
BY_KEY = PreparedLookup(
    lambda rubber, key, number: Deal.objects.filter(
        rubber=rubber, key=key, number__gt=number
    ),
    *(Deal._meta.get_field(name) for name in ("rubber", "key", "number")),
)
REVISION = PreparedIncrement(Table, "revision")
DEAL = PreparedInsert(Deal)


def columns(row) -> dict[str, object]:
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
    }


def test_rows_are_those_of_the_queryset_with_what_it_joins():
    rubber = rubber_in_play()
    rows = list(RubberSeat.objects.filter(rubber=rubber).order_by("pk"))
    with CaptureQueriesContext(connection) as statements:
        found = SEATS.of_one(rubber.pk)
        names = [place.member.name for place in found]
    assert ([columns(row) for row in found], names) == (
        [columns(row) for row in rows],
        ["Anna", "Ben", "Cleo", "Dan"],
    )
    assert len(statements) == 1


def test_the_same_statement_serves_every_id():
    first = rubber_in_play(lines=("4sn=",))
    second = rubber_in_play(
        {seat: member(f"Player {seat}") for seat in Seat}, lines=NINE_DEALS
    )
    assert [NUMBERS.of_one(rubber.pk) for rubber in (first, second, first)] == [
        [1],
        [*range(9, 0, -1)],
        [1],
    ]


def test_several_ids_are_one_statement_and_none_is_no_statement():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    with CaptureQueriesContext(connection) as statements:
        assert NUMBERS.of([rubber.pk, rubber.pk + 1]) == [2, 1]
        assert NUMBERS.of([]) == []
    assert len(statements) == 1


@pytest.mark.parametrize("others", [1, 2, 6, 31, 40])
def test_so_many_ids_are_looked_up_as_the_queryset_looks_them_up(others):
    first = rubber_in_play(lines=("4sn=",))
    second = rubber_in_play(
        {seat: member(f"Player {seat}") for seat in Seat}, lines=NINE_DEALS
    )
    ids = [first.pk, *range(900, 900 + others), second.pk]
    with CaptureQueriesContext(connection) as statements:
        assert NUMBERS.of(ids) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
        assert {place.rubber_id for place in SEATS.of([*ids, 2**63])} == {
            first.pk,
            second.pk,
        }
    assert len(statements) == 2


def test_a_lookup_by_no_value_finds_what_is_there_now():
    every = PreparedLookup(
        lambda: Deal.objects.order_by("number").values_list("number", flat=True)
    )
    assert every.find() == []
    rubber_in_play(lines=("4sn=", "2he="))
    assert every.find() == [1, 2]


def test_a_lookup_by_a_moment_and_a_day_finds_what_the_queryset_finds():
    rubber_in_play(lines=("4sn=",))
    since = PreparedLookup(
        lambda first, until: Deal.objects.filter(
            recorded_at__gte=first, recorded_at__lt=until
        ),
        *[Deal._meta.get_field("recorded_at")] * 2,
    )
    [deal] = Deal.objects.all()
    assert since.find(deal.recorded_at, deal.recorded_at + timedelta(hours=1)) == [deal]
    assert (
        since.find(
            deal.recorded_at + timedelta(seconds=1),
            deal.recorded_at + timedelta(hours=1),
        )
        == []
    )
    of_day = PreparedLookup(
        lambda day: Session.objects.filter(day=day), Session._meta.get_field("day")
    )
    session = opened(deal.recorded_by)
    assert of_day.find(session.day) == [session]
    assert of_day.find(session.day - timedelta(days=1)) == []


def test_what_is_the_same_each_time_is_written_out_as_the_queryset_means_it():
    rubber = rubber_in_play(lines=("4sn= # 100% o'clock", "2he="))
    noted = Prepared(
        lambda pks: Deal.objects.filter(
            rubber__in=pks, note="100% o'clock", number__in=[1, 2]
        )
    )
    lookup = PreparedLookup(
        lambda rubber, number: Deal.objects.filter(
            rubber=rubber, number=number, note="100% o'clock", is_struck=False
        ),
        *map(Deal._meta.get_field, ("rubber", "number")),
    )
    assert [deal.number for deal in noted.of_one(rubber.pk)] == [1]
    assert [
        [deal.number for deal in lookup.find(rubber.pk, number)] for number in (1, 2)
    ] == [[1], []]


def test_an_id_without_rows_has_none():
    assert SEATS.of_one(999) == []


def test_an_id_that_no_column_can_hold_has_no_rows():
    assert SEATS.of_one(2**63) == SEATS.of([10**30]) == []


def test_a_lookup_by_several_values_finds_what_the_queryset_finds():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    keys = list(
        Deal.objects.filter(rubber=rubber)
        .order_by("number")
        .values_list("key", flat=True)
    )
    with CaptureQueriesContext(connection) as statements:
        found = [BY_KEY.find(rubber.pk, key, 0) for key in keys]
        after = [BY_KEY.find(rubber.pk, key, 1) for key in keys]
    assert (
        [[deal.number for deal in deals] for deals in found],
        [len(deals) for deals in after],
    ) == (
        [[1], [2]],
        [0, 1],
    )
    assert (
        BY_KEY.find(rubber.pk, uuid4(), 0)
        == BY_KEY.find(rubber.pk + 1, keys[0], 0)
        == []
    )
    assert len(statements) == 4


def test_a_row_is_inserted_whole_and_knows_its_id():
    rubber = rubber_in_play()
    facts = parse_deal("4sxn+1 h5n t2ns # on a squeeze")
    written = DEAL.insert(
        Deal(
            rubber=rubber, number=1, version=1, recorded_at=NOON, recorded_by=rubber.started_by, key=uuid4(),
            **columns_of(facts),
        )
    )  # fmt: skip
    assert columns(Deal.objects.get()) == columns(written)
    assert (written.facts, written._state.adding) == (facts, False)


@isolate_apps()
def test_a_column_that_the_database_fills_in_is_filled_in():
    class Card(models.Model):  # noqa: DJ008 - nobody sees it
        of = models.IntegerField()
        lead = models.CharField(max_length=3, db_default="sA")

        class Meta:
            app_label = "rubbers"

    with connection.cursor() as cursor:
        key = connection.data_types["BigAutoField"]
        cursor.execute(
            f"CREATE TABLE rubbers_card (id {key} {_of_itself()} PRIMARY KEY, of integer, lead text)"
        )
    insert = PreparedInsert(Card)
    written = [insert.insert(Card(of=1)), insert.insert(Card(of=2, lead="h2"))]
    assert [(row.of, row.lead) for row in written] == [(1, "sA"), (2, "h2")]
    assert [columns(row) for row in Card.objects.order_by("pk")] == [
        columns(row) for row in written
    ]


def _of_itself() -> str:
    return (
        ""
        if connection.vendor == "sqlite"
        else connection.data_types_suffix["BigAutoField"]
    )


def test_what_the_database_refuses_is_raised():
    rubber = rubber_in_play()
    told = {
        "number": 0,
        "version": 1,
        "recorded_at": NOON,
        "recorded_by": rubber.started_by,
        "key": uuid4(),
    }
    with pytest.raises(IntegrityError, match="counts_from_1"), transaction.atomic():
        DEAL.insert(Deal(rubber=rubber, **told))
    assert Deal.objects.count() == 0


def test_a_counter_moves_by_one_and_only_that_of_its_row():
    rubber = rubber_in_play()
    table, other = (
        rubber.table,
        Table.objects.create(name="Other", opened_at=NOON, opened_by=rubber.started_by),
    )
    before = Table.objects.get(pk=table.pk).revision
    REVISION.increment(table.pk)
    REVISION.increment(table.pk)
    assert [Table.objects.get(pk=each.pk).revision for each in (table, other)] == [
        before + 2,
        other.revision,
    ]
