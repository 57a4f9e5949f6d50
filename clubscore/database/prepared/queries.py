"""Queries that are compiled once, and find rows by an id, by several ids, or by other values."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    DateField,
    DateTimeField,
    IntegerField,
    Model,
    QuerySet,
    UUIDField,
)
from django.db.models.aggregates import Count
from django.db.models.base import ModelState
from django.db.models.functions import Cast
from django.db.models.query import FlatValuesListIterable, ModelIterable

R = TypeVar("R")

LARGEST_ID = 2**63 - 1  # of a 64-bit column
PLACE = -2_147_483_629  # stands for the first id in the compiled parameters, and what follows it for the others
SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
"""The numbers of ids for which a query is compiled. For other numbers the last id is repeated up to the next size."""


class _Compiled(NamedTuple):
    sql: str
    parameters: Sequence[Any]
    converters: Sequence[tuple[int, Iterable[Callable[..., Any]], Any]]
    """The converters from database values to Python values, by column; equal for all connections to one database."""
    made: Callable[[Sequence[Any]], Any]
    """The function that makes a result of the queryset from the columns of a row."""


class Prepared(Generic[R]):
    """A query for the rows with one id or several. It is compiled once for each kind of database and number of ids.

    `build` makes the queryset of a list of ids; it may select and order, join and annotate, or list values, but not
    prefetch. No signals are sent for the rows.
    """

    def __init__(self, build: Callable[[list[int]], QuerySet[Any, R]]) -> None:
        self._build = build
        self._compiled: dict[tuple[str, int], _Compiled] = {}

    def of(self, ids: list[int]) -> list[R]:
        """The rows for these ids. Ids too large for the column are ignored.

        Runs one statement; none if `ids` is empty.
        """
        known = [pk for pk in ids if pk <= LARGEST_ID]
        if not known:
            return []
        size = next((size for size in SIZES if size >= len(known)), None)
        if size is None:
            return list(self._build(known))
        return self._for([*known, *[known[-1]] * (size - len(known))])

    def of_one(self, pk: int) -> list[R]:
        """The rows for this id. Runs one statement at most."""
        return self.of([pk])

    def _for(self, ids: list[int]) -> list[R]:
        connection = connections[DEFAULT_DB_ALIAS]
        places = range(PLACE, PLACE + len(ids))
        kind = connection.vendor, len(ids)
        compiled = self._compiled.get(kind)
        if compiled is None:
            compiled = self._compiled[kind] = _compiled(
                self._build([*places]), connection, places
            )
        return _rows(compiled, connection, dict(zip(places, ids, strict=True)))


class PreparedLookup(Generic[R]):
    """A query for the rows with given values in these fields, such as a session and a board. It is compiled once.

    Without fields it finds all rows. The fields are all different. `build` makes the queryset of the values; it may
    select and order, join and annotate, or list values, but not prefetch.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, R]], *fields: Any) -> None:
        self._build, self._fields = build, fields
        self._compiled: dict[str, _Compiled] = {}

    def find(self, *values: object) -> list[R]:
        """The rows for these values, in one statement. Each value must fit its column."""
        connection = connections[DEFAULT_DB_ALIAS]
        stand_ins = [
            _stand_in(field, place) for place, field in enumerate(self._fields)
        ]
        places = self._sent(stand_ins)
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = _compiled(
                self._build(*stand_ins), connection, places
            )
        return _rows(
            compiled, connection, dict(zip(places, self._sent(values), strict=True))
        )

    def _sent(self, values: Iterable[object]) -> list[Any]:
        connection = connections[DEFAULT_DB_ALIAS]
        pairs = zip(self._fields, values, strict=True)
        return [field.get_db_prep_value(value, connection) for field, value in pairs]


def _stand_in(field: Any, place: int) -> object:
    """A placeholder for the value of `field` while the SQL is compiled: a UUID, a far date or a large 16-bit number.

    `place` is the index of the field in the lookup, so that no two placeholders of a lookup are equal.
    """
    if isinstance(field, UUIDField):
        return UUID(int=2**127 + place)
    if isinstance(field, DateTimeField):
        return datetime(9_000 + place, 1, 1, tzinfo=UTC)
    if isinstance(field, DateField):
        return date(9_000 + place, 1, 1)
    return 32_701 + place


def _compiled(queryset: Any, connection: Any, places: Container[Any]) -> _Compiled:
    compiler = queryset.query.get_compiler(connection=connection)
    sql, parameters = compiler.as_sql()
    if connection.vendor == "sqlite":
        sql, parameters = _with_constants(sql, parameters, connection, places)
    columns = [column for column, *_ in compiler.select[: compiler.col_count]]
    converters = [
        (place, functions, column)
        for place, (functions, column) in compiler.get_converters(columns).items()
        if not _is_number(column)
    ]
    return _Compiled(sql, parameters, converters, _maker(queryset, compiler))


def _with_constants(
    sql: str, parameters: Sequence[Any], connection: Any, places: Container[Any]
) -> tuple[str, Sequence[Any]]:
    """The SQL with the values of some parameters written into its text, and the list of the parameters that are left.

    The parameters in `places` are left: they are placeholders for the values of each call. All others are constants.
    If a constant stayed a parameter, SQLite might plan the statement again at each call, to see if the value lets it
    use a partial index. That takes longer than the query.
    """
    constants = [value for value in parameters if value not in places]
    if not constants:
        return sql, parameters
    connection.ensure_connection()
    asked = f"SELECT {', '.join(['QUOTE(?)'] * len(constants))}"
    written = iter(connection.connection.execute(asked, constants).fetchone())
    shown = [
        "%s" if value in places else next(written).replace("%", "%%")
        for value in parameters
    ]
    return sql.replace("%%", "%%%%") % tuple(shown), [
        value for value in parameters if value in places
    ]


def _is_number(column: Any) -> bool:
    """True if every database returns an int for this column, so that no conversion is needed.

    Django would convert the int again, row by row.
    """
    return isinstance(column, (Cast, Count)) and isinstance(
        column.output_field, IntegerField
    )


def _rows(compiled: _Compiled, connection: Any, values: Mapping[Any, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            compiled.sql, [values.get(value, value) for value in compiled.parameters]
        )
        rows = cursor.fetchall()
    if compiled.converters:
        rows = _converted(rows, compiled.converters, connection)
    return [*map(compiled.made, rows)]


def _converted(
    rows: Iterable[Sequence[Any]], converters: Any, connection: Any
) -> Iterator[list[Any]]:
    for row in map(list, rows):
        for place, functions, column in converters:
            for function in functions:
                row[place] = function(row[place], column, connection)
        yield row


def _maker(queryset: Any, compiler: Any) -> Callable[[Sequence[Any]], Any]:
    if queryset._iterable_class is ModelIterable:
        return _Instances(compiler, compiler.klass_info).make
    return (
        itemgetter(0) if queryset._iterable_class is FlatValuesListIterable else tuple
    )


class _Instances:
    """Makes a model instance, with the instances of joined rows, from the columns of a statement's row.

    Django's `from_db` handles each field separately, which takes three times as long as the database.
    """

    def __init__(self, compiler: Any, model: Mapping[str, Any]) -> None:
        fields = model["select_fields"]
        self._model: type[Model] = model["model"]
        self._columns = slice(fields[0], fields[-1] + 1)
        self._names = [
            column.target.attname for column, *_ in compiler.select[self._columns]
        ]
        self._id = fields[self._names.index(self._model._meta.pk.attname)]
        self._joined = [
            (
                joined["local_setter"],
                joined["remote_setter"],
                _Instances(compiler, joined),
            )
            for joined in model.get("related_klass_infos", ())
        ]
        self._annotated = (
            compiler.annotation_col_map.items() if model is compiler.klass_info else ()
        )

    def make(self, row: Sequence[Any]) -> Any:
        """The model instance for these columns; None if the columns are those of an outer join that found no row."""
        if row[self._id] is None:
            return None
        made = self._model.__new__(self._model)
        made._state = ModelState()
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        vars(made).update(zip(self._names, row[self._columns], strict=True))
        for name, column in self._annotated:
            setattr(made, name, row[column])
        for set_joined, set_here, joined in self._joined:
            other = joined.make(row)
            set_joined(made, other)
            if other is not None:
                set_here(other, made)
        return made
