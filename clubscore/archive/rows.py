"""The rows of a model as values for JSON, and back: nothing is lost, whichever database they come from or go to."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, Model
from django.utils.duration import duration_iso_string

from clubscore.archive.catalogue import archived_models

AT_ONCE = 2_000  # rows in memory
Row = dict[str, Any]


class UnreadableRow(ValueError):
    """The row does not fit its model; the message says why."""


def rows_of(model: type[Model]) -> Iterator[Row]:
    """Every row, in the order of the keys. What points out of the archive names what it points to."""
    fields = _fields(model)
    names = [_name(field) for field in fields]
    told = [_natural_keys(field.related_model) if _points_out(field) else _plain for field in fields]
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield {name: tell(value) for name, tell, value in zip(names, told, row, strict=True)}


def reader_of(model: type[Model]) -> Callable[[Mapping[str, Any]], Model]:
    """A function that makes an unsaved instance of such a row. It raises UnreadableRow."""
    fields = {_name(field): (field.attname, _meaning(field)) for field in _fields(model)}

    def read(row: Mapping[str, Any]) -> Model:
        if not isinstance(row, dict) or row.keys() != fields.keys():
            raise UnreadableRow(f"it should have the fields {', '.join(sorted(fields))}")
        values = {}
        for name, (attname, mean) in fields.items():
            try:
                values[attname] = None if row[name] is None else mean(row[name])
            except (ValidationError, TypeError, ValueError, ArithmeticError) as error:
                raise UnreadableRow(f"{name} cannot be {row[name]!r:.60}") from error
        return model(**values)

    return read


def _fields(model: type[Model]) -> list[Field]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _name(field: Field) -> str:
    return field.name if _points_out(field) else field.attname


def _points_out(field: Field) -> bool:
    return isinstance(field, ForeignKey) and field.related_model not in _archived()


@cache
def _archived() -> frozenset[type[Model]]:
    return frozenset(archived_models())


def _natural_keys(model: type[Model]) -> Callable[[Any], Any]:
    known: dict[Any, Any] = {}

    def tell(pk: Any) -> Any:
        if pk is not None and pk not in known:
            known.update((each.pk, each.natural_key()) for each in model._base_manager.all())  # type: ignore[attr-defined]
        return None if pk is None else known[pk]

    return tell


def _meaning(field: Field) -> Callable[[Any], Any]:
    if _points_out(field):
        return _found_by_name(field.related_model)
    return field.target_field.to_python if isinstance(field, ForeignKey) else field.to_python


def _found_by_name(model: type[Model]) -> Callable[[Any], Any]:
    @cache
    def find(*key: Hashable) -> Any:
        try:
            return model._default_manager.get_by_natural_key(*key).pk  # type: ignore[attr-defined]
        except model.DoesNotExist as error:
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
