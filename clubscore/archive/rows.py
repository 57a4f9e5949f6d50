"""The rows of a model as values for JSON, and back: nothing is lost, whichever database they come from or go to."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import connection
from django.db.models import Field, ForeignKey, Model
from django.utils.duration import duration_iso_string

from clubscore.archive.catalogue import archived_models

AT_ONCE = 2_000  # rows in memory
Row = dict[str, Any]
Values = list[Any]


class UnreadableRow(ValueError):
    """The row does not fit its model; the message says why."""


def rows_of(model: type[Model]) -> Iterator[Row]:
    """Every row as JSON values, in the order of the keys. A key to a row outside the archive is its natural key."""
    fields = _fields(model)
    names = [_name(field) for field in fields]
    writers = [_natural_keys(_target(field)) if _points_out(field) else _plain for field in fields]
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield {name: write(value) for name, write, value in zip(names, writers, row, strict=True)}


def reader_of(model: type[Model]) -> Callable[[Mapping[str, Any]], Values]:
    """Return a parser: JSON row → column values for `insert`. The parser raises UnreadableRow."""
    fields = {_name(field): _meaning(field) for field in _fields(model)}

    def read(row: Mapping[str, Any]) -> Values:
        if not isinstance(row, dict) or row.keys() != fields.keys():
            raise UnreadableRow(f"it should have the fields {', '.join(sorted(fields))}")
        values = []
        for name, mean in fields.items():
            try:
                values.append(None if row[name] is None else mean(row[name]))
            except (ValidationError, TypeError, ValueError, ArithmeticError) as error:
                raise UnreadableRow(f"{name} cannot be {row[name]!r:.60}") from error
        return values

    return read


def insert(model: type[Model], rows: Sequence[Values]) -> None:
    """Write the rows as they are, keys and all, past the model: four times as fast as instances of it."""
    quote = connection.ops.quote_name
    columns = [quote(str(field.column)) for field in _fields(model)]
    places = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(columns)}) VALUES ({places})", rows)


def _fields(model: type[Model]) -> list[Field]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _name(field: Field) -> str:
    return field.name if _points_out(field) else field.attname


def _points_out(field: Field) -> bool:
    return isinstance(field, ForeignKey) and field.related_model not in _archived()


@cache
def _archived() -> frozenset[type[Model]]:
    return frozenset(archived_models())


def _target(field: Field) -> type[Model]:
    assert field.related_model is not None
    return field.related_model


def _natural_keys(model: type[Model]) -> Callable[[Any], Any]:
    known: dict[Any, Any] = {}

    def write(pk: Any) -> Any:
        if pk is not None and pk not in known:
            known.update((each.pk, each.natural_key()) for each in model._base_manager.all())  # type: ignore[attr-defined]
        return None if pk is None else known[pk]

    return write


def _meaning(field: Field) -> Callable[[Any], Any]:
    """Return a parser: JSON value → the value that the database takes."""
    understand = _found_by_name(_target(field)) if _points_out(field) else _to_python(field)
    return lambda value: field.get_db_prep_save(understand(value), connection)


def _to_python(field: Field) -> Callable[[Any], Any]:
    return field.target_field.to_python if isinstance(field, ForeignKey) else field.to_python


def _found_by_name(model: type[Model]) -> Callable[[Any], Any]:
    @cache
    def find(*key: Hashable) -> Any:
        try:
            return model._default_manager.get_by_natural_key(*key).pk  # type: ignore[attr-defined]
        except ObjectDoesNotExist as error:
            raise ValueError(f"there is no {key}") from error

    return lambda key: find(*key)


def _plain(value: Any) -> Any:
    """As JSON can hold it and the field's `to_python` reads it: moments keep their microseconds."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case timedelta():
            return duration_iso_string(value)
    return value
