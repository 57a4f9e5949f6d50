"""Statements that are compiled once: for the few that every recorded deal and every page of a rubber needs.

Django builds and compiles the SQL of a queryset each time it is used, which takes longer than most of the statements.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, F, Field, Model, QuerySet, UUIDField
from django.db.models.expressions import DatabaseDefault
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

R = TypeVar("R")
M = TypeVar("M", bound=Model)

LARGEST_ID = 2**63 - 1  # of a 64-bit column
PLACE = -2_147_483_629  # stands for the id in the compiled parameters; no id is negative


class _Compiled(NamedTuple):
    queryset: Any
    compiler: SQLCompiler
    sql: str
    parameters: Sequence[Any]


class Prepared(Generic[R]):
    """A query about one id, or about several: compiled for each kind of database when it is first used for one.

    `build` makes the queryset of a list of ids; it may select and order, join and annotate, but not prefetch.
    """

    def __init__(self, build: Callable[[list[int]], QuerySet[Any, R]]) -> None:
        self._build = build
        self._compiled: dict[str, _Compiled] = {}

    def of(self, ids: list[int]) -> list[R]:
        """The rows for these ids. One statement; none without ids."""
        if not ids:
            return []
        return self.of_one(ids[0]) if len(ids) == 1 else list(self._build(ids))

    def of_one(self, pk: int) -> list[R]:
        """The rows for this id. One statement; none for an id that no column can hold, which a database refuses."""
        if pk > LARGEST_ID:
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = _compiled(self._build([PLACE]), connection)
        return _rows(compiled, connection, {PLACE: pk})


class PreparedLookup(Generic[R]):
    """A query by one value of each of these fields, all different, such as a session and a board. Else as `Prepared`.

    `build` makes the queryset of these values.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, R]], *fields: Any) -> None:
        self._build, self._fields = build, fields
        self._compiled: dict[str, _Compiled] = {}

    def find(self, *values: object) -> list[R]:
        """The rows for these values, which their columns can hold. One statement."""
        connection = connections[DEFAULT_DB_ALIAS]
        stand_ins = [_stand_in(field, place) for place, field in enumerate(self._fields)]
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = _compiled(self._build(*stand_ins), connection)
        return _rows(compiled, connection, dict(zip(self._sent(stand_ins), self._sent(values), strict=True)))

    def _sent(self, values: Iterable[object]) -> list[Any]:
        connection = connections[DEFAULT_DB_ALIAS]
        pairs = zip(self._fields, values, strict=True)
        return [field.get_db_prep_value(value, connection) for field, value in pairs]


def _stand_in(field: Any, place: int) -> object:
    """The value that stands for one of a lookup in the compiled parameters: large, for a column of 16 bits."""
    return UUID(int=2**127 + place) if isinstance(field, UUIDField) else 32_701 + place


def _compiled(queryset: Any, connection: Any) -> _Compiled:
    compiler = queryset.query.get_compiler(connection=connection)
    return _Compiled(queryset, compiler, *compiler.as_sql())


def _rows(compiled: _Compiled, connection: Any, values: Mapping[Any, Any]) -> list[Any]:
    parameters = tuple(values.get(value, value) for value in compiled.parameters)
    compiler = copy(compiled.compiler)
    compiler.connection = connection
    compiler.as_sql = lambda *args, **options: (compiled.sql, parameters)  # type: ignore[method-assign]
    return list(compiled.queryset._iterable_class(_Source(compiled.queryset, compiler)))


class _Source:
    """The attributes of a queryset that Django's own iteration reads, with a compiler that is ready."""

    def __init__(self, queryset: Any, compiler: SQLCompiler) -> None:
        self.db = DEFAULT_DB_ALIAS
        self.model = queryset.model
        self.query = _Query(queryset.query, compiler)
        self._fields = queryset._fields
        self._known_related_objects = queryset._known_related_objects
        self._hints = queryset._hints


class _Query:
    def __init__(self, query: Any, compiler: SQLCompiler) -> None:
        self._query = query
        self._compiler = compiler

    def get_compiler(self, using: str | None = None, **options: Any) -> SQLCompiler:
        return self._compiler

    def __getattr__(self, name: str) -> Any:
        return getattr(self._query, name)


class PreparedInsert(Generic[M]):
    """The INSERT of one row of a model, whose columns have plain values as defaults of the database, if any.

    Its signals are not sent.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._fields: list[Field[Any, Any]] = []
        self._sql: dict[str, str] = {}

    def insert(self, row: M) -> M:
        """Write a new row, and return it with its id. Raises what the database raises."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql = self._sql.get(connection.vendor) or self._compile(connection)
        _fill_in_defaults(row, self._fields)
        values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def _compile(self, connection: Any) -> str:
        self._fields = [field for field in self._model._meta.concrete_fields if not isinstance(field, AutoField)]
        blank = self._model()
        _fill_in_defaults(blank, self._fields)
        query = InsertQuery(self._model)
        query.insert_values(self._fields, [blank], raw=True)
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = [self._model._meta.pk]
        [(self._sql[connection.vendor], _)] = compiler.as_sql()
        return self._sql[connection.vendor]


def _fill_in_defaults(row: Model, fields: "Sequence[Field[Any, Any]]") -> None:
    """Django leaves these to the database, and reads them back: another statement."""
    for field in fields:
        value = getattr(row, field.attname)
        if isinstance(value, DatabaseDefault):
            setattr(row, field.attname, value.expression.value)  # type: ignore[attr-defined]  # unknown to the stubs


class PreparedIncrement:
    """The UPDATE that counts one column of the row with an id up by one."""

    def __init__(self, model: type[Model], column: str) -> None:
        self._model, self._column = model, column
        self._compiled: dict[str, tuple[str, Sequence[Any]]] = {}

    def increment(self, pk: int) -> int:
        """Count it up, and return it; 0 where there is no such row. Raises what the database raises."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, parameters = self._compiled.get(connection.vendor) or self._compile(connection)
        with connection.cursor() as cursor:
            cursor.execute(sql, [pk if value == PLACE else value for value in parameters])
            row = cursor.fetchone()
        return int(row[0]) if row else 0

    def _compile(self, connection: Any) -> tuple[str, Sequence[Any]]:
        query: Any = self._model._default_manager.filter(pk=PLACE).query.chain(UpdateQuery)
        query.add_update_values({self._column: F(self._column) + 1})
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        field: Any = self._model._meta.get_field(self._column)
        returned = connection.ops.quote_name(field.column)
        self._compiled[connection.vendor] = f"{sql} RETURNING {returned}", parameters
        return self._compiled[connection.vendor]
