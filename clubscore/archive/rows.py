"""The conversion of a model's rows to JSON values and back, without loss between any two databases."""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import connection
from django.db.models import DateTimeField, Field, ForeignKey, Model
from django.utils import timezone
from django.utils.duration import duration_iso_string

from clubscore.archive.catalogue import archived_models

AT_ONCE = 2_000  # rows in memory
Row = dict[str, Any]
Values = list[Any]


class UnreadableRow(ValueError):
    """The error that a row does not fit its model. The message says why."""


def rows_of(
    model: type[Model], without: Mapping[type[Model], Collection[Any]] | None = None
) -> Iterator[Row]:
    """Every row of the model as JSON values, in the order of the ids.

    A foreign key to a model that is not in the archive becomes a natural key. `without` are the ids of the rows to
    leave out, by model. A foreign key to one of them becomes None.
    """
    fields = _fields(model)
    gone = without or {}
    names = [_name(field, _archived()) for field in fields]
    writers = [_writer(field, gone) for field in fields]
    chosen = (
        model._base_manager.exclude(pk__in=gone[model])
        if model in gone
        else model._base_manager
    )
    rows = chosen.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield {
            name: write(value)
            for name, write, value in zip(names, writers, row, strict=True)
        }


def found_by_name(model: type[Model], key: Sequence[Any]) -> Any:
    """The row outside the archive with this natural key. Raises ValueError if there is no such row."""
    try:
        return model._default_manager.get_by_natural_key(*key)  # type: ignore[attr-defined]
    except ObjectDoesNotExist as error:
        raise ValueError(f"there is no {tuple(key)}") from error


def reader_of(
    model: type[Model],
    archived: Collection[str] | None = None,
    find: Callable[[type[Model], Sequence[Any]], Any] = found_by_name,
) -> Callable[[Mapping[str, Any]], Values]:
    """A function that converts a row of JSON values to the column values for `insert`, or raises UnreadableRow.

    `archived` are the labels of the models in the archive; by default the models of this version. A key to a row of
    another model is a natural key; `find` returns the row that has it, or raises ValueError.
    """
    inside = _archived() if archived is None else archived
    fields = {
        _name(field, inside): _meaning(field, inside, find) for field in _fields(model)
    }

    def read(row: Mapping[str, Any]) -> Values:
        if not isinstance(row, dict) or row.keys() != fields.keys():
            raise UnreadableRow(
                f"it should have the fields {', '.join(sorted(fields))}"
            )
        values = []
        for name, parse in fields.items():
            value = row[name]
            try:
                parsed = None if value is None else parse(value)
            except (ValidationError, TypeError, ValueError, ArithmeticError) as error:
                raise UnreadableRow(f"{name} cannot be {value!r:.60}") from error
            values.append(parsed)
        return values

    return read


def insert(model: type[Model], rows: Sequence[Values]) -> None:
    """Write the rows with their ids, without model instances, which would take four times as long."""
    quote = connection.ops.quote_name
    columns = [quote(str(field.column)) for field in _fields(model)]
    places = ", ".join(["%s"] * len(columns))
    table = quote(model._meta.db_table)
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


def _fields(model: type[Model]) -> list[Field]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _name(field: Field, archived: Collection[str]) -> str:
    return field.name if _points_out(field, archived) else field.attname


def _points_out(field: Field, archived: Collection[str]) -> bool:
    return isinstance(field, ForeignKey) and _target(field)._meta.label not in archived


@cache
def _archived() -> frozenset[str]:
    return frozenset(model._meta.label for model in archived_models())


def _target(field: Field) -> type[Model]:
    assert field.related_model is not None
    return field.related_model


def _writer(
    field: Field, gone: Mapping[type[Model], Collection[Any]]
) -> Callable[[Any], Any]:
    """A function that converts a value of this column to a JSON value.

    A key to a model outside the archive becomes a natural key. A key to one of the rows `gone` (ids by model) becomes
    None.
    """
    if _points_out(field, _archived()):
        return _natural_keys(_target(field))
    if isinstance(field, ForeignKey) and (left_out := gone.get(_target(field))):
        return lambda value: None if value in left_out else _plain(value)
    return _plain


def _natural_keys(model: type[Model]) -> Callable[[Any], Any]:
    known: dict[Any, Any] = {}

    def write(pk: Any) -> Any:
        if pk is not None and pk not in known:
            for row in model._base_manager.all():
                known[row.pk] = row.natural_key()  # type: ignore[attr-defined]
        return None if pk is None else known[pk]

    return write


def _meaning(
    field: Field, archived: Collection[str], find: Callable[..., Any]
) -> Callable[[Any], Any]:
    """A function that converts a JSON value of this field to the value that the database takes.

    The value of a key to a model that is not among `archived` is a natural key, whose row `find` returns.
    """
    understand = (
        _by_name(_target(field), find)
        if _points_out(field, archived)
        else _to_python(field)
    )
    return lambda value: field.get_db_prep_save(understand(value), connection)


def _to_python(field: Field) -> Callable[[Any], Any]:
    if isinstance(field, DateTimeField):
        return lambda value: _moment(field.to_python(value))
    if isinstance(field, ForeignKey):
        return field.target_field.to_python
    return field.to_python


def _moment(value: datetime | None) -> datetime | None:
    """The same time, or None for None. Raises ValueError for a time without an offset from Greenwich."""
    if value is not None and timezone.is_naive(value):
        raise ValueError(f"{value} has no offset from Greenwich")
    return value


def _by_name(model: type[Model], find: Callable[..., Any]) -> Callable[[Any], Any]:
    @cache
    def key_of(*key: Hashable) -> Any:
        return find(model, key).pk

    return lambda key: key_of(*key)


def _plain(value: Any) -> Any:
    """The value in a form for JSON that the field's `to_python` can read back. Times keep their microseconds."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case timedelta():
            return duration_iso_string(value)
    return value
