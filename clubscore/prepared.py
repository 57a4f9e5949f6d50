"""Queries that are compiled once: for the few that every recorded deal and every page of a rubber asks.

Django builds and compiles the SQL of a queryset each time it is used, which takes longer than most of the statements.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

R = TypeVar("R")

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
        """The rows for this id. One statement."""
        connection = connections[DEFAULT_DB_ALIAS]
        compiled = self._compiled.get(connection.vendor) or self._compile(connection)
        parameters = tuple(pk if value == PLACE else value for value in compiled.parameters)
        compiler = copy(compiled.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *args, **options: (compiled.sql, parameters)  # type: ignore[method-assign]
        return list(compiled.queryset._iterable_class(_Source(compiled.queryset, compiler)))

    def _compile(self, connection: Any) -> _Compiled:
        queryset = self._build([PLACE])
        compiler = queryset.query.get_compiler(connection=connection)
        self._compiled[connection.vendor] = _Compiled(queryset, compiler, *compiler.as_sql())
        return self._compiled[connection.vendor]


class _Source:
    """What Django's own iteration reads of a queryset, with a compiler that is ready."""

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
