"""Compiled queries give what the same queryset gives, for every id and in every form of rows."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Count, Exists, OuterRef, QuerySet

from clubscore.prepared import PLACE, Prepared
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from scoring import Seat
from tests.factories import member, rubber_in_play

pytestmark = pytest.mark.django_db

Build = Callable[[list[int]], "QuerySet[Any, Any]"]

FORMS: dict[str, Build] = {
    "models": lambda pks: Deal.objects.filter(rubber__in=pks).order_by("pk"),
    "joined models": lambda pks: RubberSeat.objects.filter(rubber__in=pks).select_related("member").order_by("pk"),
    "annotated models": lambda pks: (
        Rubber.objects.filter(pk__in=pks)
        .select_related("table")
        .annotate(has_deals=Exists(Deal.objects.filter(rubber=OuterRef("pk"))), deal_count=Count("deals"))
    ),
    "tuples": lambda pks: RubberSeat.objects.filter(rubber__in=pks).order_by("pk").values_list("seat", "member__name"),
    "values": lambda pks: Deal.objects.filter(rubber__in=pks).order_by("pk").values_list("pk", flat=True),
    "the first": lambda pks: Deal.objects.filter(rubber__in=pks).order_by("-pk").values_list("pk", flat=True)[:1],
    "locked": lambda pks: (
        Rubber.objects.select_for_update(no_key=True).filter(pk__in=pks).values_list("revision", "signatures")
    ),
}
every_form = pytest.mark.parametrize("build", FORMS.values(), ids=list(FORMS))


@pytest.fixture
def rubbers() -> list[Rubber]:
    others = dict(zip(Seat, [member(name) for name in ("Tom", "Uma", "Vic", "Wil")], strict=True))
    return [rubber_in_play(lines=("4sn=", "2he=")), rubber_in_play(others, lines=("1nts+1",))]


def columns(rows: list[Any]) -> list[Any]:
    """Every row as plain values, those of joined rows too."""
    return [_columns(row) for row in rows]


def _columns(row: Any) -> Any:
    if not hasattr(row, "_state"):
        return row
    joined = {name: _columns(value) for name, value in row._state.fields_cache.items()}
    return {name: value for name, value in vars(row).items() if name != "_state"} | joined


@every_form
def test_a_compiled_query_gives_the_rows_of_its_queryset(rubbers, build):
    query = Prepared(build)
    for rubber in (*rubbers, *reversed(rubbers)):
        found = query.of_one(rubber.pk)
        assert columns(found) == columns(list(build([rubber.pk]))) != []


@every_form
def test_an_id_that_is_not_there_has_no_rows(rubbers, build):
    assert Prepared(build).of_one(10**9) == []


@every_form
def test_several_ids_are_one_statement_and_no_ids_are_none(rubbers, build, django_assert_num_queries):
    query, pks = Prepared(build), [rubber.pk for rubber in rubbers]
    with django_assert_num_queries(1):
        found = query.of(pks)
    assert columns(found) == columns(list(build(pks)))
    with django_assert_num_queries(0):
        assert query.of([]) == []


def test_a_query_is_built_and_compiled_once(rubbers):
    built: list[list[int]] = []

    def build(pks: list[int]) -> "QuerySet[Deal]":
        built.append(pks)
        return Deal.objects.filter(rubber__in=pks)

    query = Prepared(build)
    for rubber in rubbers:
        query.of_one(rubber.pk)
    assert built == [[PLACE]]
