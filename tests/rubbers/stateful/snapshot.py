"""All rows of the club as plain values, and the rubber to which each row belongs."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

from clubscore.ledger.models import OF_A_RUBBER, Transaction
from clubscore.rubbers.models import Rubber

Row = tuple[object, ...]
Snapshot = Mapping[type[Model], Mapping[int, Row]]
"""The rows of each model by id; a row is a tuple of its columns in the order of the model's fields."""

# A season that is opened later takes the bookings since its first day; the counter by which pages notice that something
# has changed also moves when the next rubber begins, or a person gets another record. No rubber is touched by that.
NOT_OF_THE_RUBBER = {(Transaction, "season"), (Rubber, "signatures")}


def snapshot() -> Snapshot:
    """Read every row of every model of the club, with one short SQL statement for each table."""
    with connection.cursor() as cursor:
        return {model: _rows(cursor, statement) for model, statement in _statements()}


def _rows(cursor, statement: str) -> dict[int, Row]:
    cursor.execute(statement)
    return {row[0]: row for row in cursor.fetchall()}


@cache
def _statements() -> list[tuple[type[Model], str]]:
    quote = connection.ops.quote_name
    found = []
    for model in apps.get_models():
        if model.__module__.startswith("clubscore.") and model._meta.managed:
            columns = ", ".join(quote(field.column) for field in _fields(model))
            found.append(
                (model, f"SELECT {columns} FROM {quote(model._meta.db_table)}")
            )
    return found


@cache
def _fields(model: type[Model]) -> list:
    fields = model._meta.concrete_fields
    return sorted(fields, key=lambda field: not field.primary_key)


@cache
def place_of(model: type[Model], name: str) -> int:
    """The index of a field in the rows of its model."""
    return next(
        place for place, field in enumerate(_fields(model)) if field.name == name
    )


def value(taken: Snapshot, model: type[Model], pk: int, name: str) -> object:
    """The value of one column of one row."""
    return taken[model][pk][place_of(model, name)]


def changes(before: Snapshot, after: Snapshot) -> list[str]:
    """A line of text for each row that differs between the two snapshots."""
    found = []
    for model, rows in after.items():
        earlier = before[model]
        if rows == earlier:
            continue
        for pk in sorted(rows.keys() | earlier.keys()):
            if rows.get(pk) != earlier.get(pk):
                found.append(
                    f"{model.__name__} {pk}: {earlier.get(pk)} became {rows.get(pk)}"
                )
    return found


def models_changed(before: Snapshot, after: Snapshot) -> set[type[Model]]:
    """The models that have a new, deleted or changed row."""
    return {model for model, rows in after.items() if rows != before[model]}


RubberRows = Mapping[int, Mapping[tuple[type[Model], int], Row]]


def by_rubber(taken: Snapshot) -> RubberRows:
    """The rows that belong to each rubber (facts, signatures and postings), by the rubber's id, then by
    model and id.
    """
    found: dict[int, dict[tuple[type[Model], int], Row]] = defaultdict(dict)
    owners: dict[type[Model], dict[int, int]] = {}
    for model in _owned():
        owners[model] = {
            pk: owner
            for pk, row in taken[model].items()
            if (owner := _owner(model, pk, row, owners))
        }
        for pk, owner in owners[model].items():
            found[owner][model, pk] = _own_columns(model, taken[model][pk])
    return found


def _own_columns(model: type[Model], row: Row) -> Row:
    left_out = _left_out(model)
    return (
        tuple(column for place, column in enumerate(row) if place not in left_out)
        if left_out
        else row
    )


@cache
def _left_out(model: type[Model]) -> set[int]:
    return {
        place_of(owner, name) for owner, name in NOT_OF_THE_RUBBER if owner is model
    }


@cache
def _owned() -> list[type[Model]]:
    """The models whose rows belong to a rubber. A model comes after the model that links its rows to the rubber."""
    found: list[type[Model]] = [Rubber, Transaction]
    waiting = [
        model
        for model, _ in _statements()
        if model not in found and model._meta.app_label in WRITTEN_BY_PLAY
    ]
    while ready := [model for model in waiting if _way(model, found)]:
        found += ready
        waiting = [model for model in waiting if model not in ready]
    return found


WRITTEN_BY_PLAY = {"rubbers", "ledger"}


def _way(model: type[Model], owned: list[type[Model]]) -> str | None:
    """The name of the field that links this model to a rubber or to one of the models in `owned`; None
    without such a field.
    """
    return next(
        (field.name for field in _links(model) if field.related_model in owned), None
    )


def _links(model: type[Model]) -> Iterator[ForeignKey]:
    return (
        field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)
    )


def _owner(
    model: type[Model],
    pk: int,
    row: Row,
    owners: Mapping[type[Model], Mapping[int, int]],
) -> int | None:
    if model is Rubber:
        return pk
    if model is Transaction:
        of_a_rubber = row[place_of(model, "source")] in OF_A_RUBBER
        return row[place_of(model, "source_id")] if of_a_rubber else None  # type: ignore[return-value]
    name = _way(model, list(owners))
    assert name
    return owners[model._meta.get_field(name).related_model].get(  # type: ignore[index]
        row[place_of(model, name)]
    )
