"""An INSERT and an UPDATE that are compiled once."""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, F, Field, Model
from django.db.models.expressions import DatabaseDefault
from django.db.models.sql import InsertQuery, UpdateQuery

from clubscore.database.prepared.queries import PLACE

M = TypeVar("M", bound=Model)


class PreparedInsert(Generic[M]):
    """The INSERT of one row of a model, compiled once. Database defaults of its columns must be plain values.

    No signals are sent.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._fields: list[Field[Any, Any]] = []
        self._sql: dict[str, str] = {}

    def insert(self, row: M) -> M:
        """Write a new row, and return it with its id. Raises the errors of the database."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql = self._sql.get(connection.vendor) or self._compile(connection)
        _fill_in_defaults(row, self._fields)
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in self._fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def _compile(self, connection: Any) -> str:
        self._fields = [
            field
            for field in self._model._meta.concrete_fields
            if not isinstance(field, AutoField)
        ]
        blank = self._model()
        _fill_in_defaults(blank, self._fields)
        query = InsertQuery(self._model)
        query.insert_values(self._fields, [blank], raw=True)
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = [self._model._meta.pk]
        [(self._sql[connection.vendor], _)] = compiler.as_sql()
        return self._sql[connection.vendor]


def _fill_in_defaults(row: Model, fields: "Sequence[Field[Any, Any]]") -> None:
    """Set each field of the row that the database would fill with a default to that default.

    Django would otherwise need another statement, to read these values back from the database.
    """
    for field in fields:
        value = getattr(row, field.attname)
        if isinstance(value, DatabaseDefault):
            setattr(row, field.attname, value.expression.value)  # type: ignore[attr-defined]  # unknown to the stubs


class PreparedIncrement:
    """An UPDATE that is compiled once, and adds 1 to one column of the row with a given id."""

    def __init__(self, model: type[Model], column: str) -> None:
        self._model, self._column = model, column
        self._compiled: dict[str, tuple[str, Sequence[Any]]] = {}

    def increment(self, pk: int) -> int:
        """Add 1 to the column. Returns the new value; 0 if there is no such row. Raises the database's errors."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, parameters = self._compiled.get(connection.vendor) or self._compile(
            connection
        )
        with connection.cursor() as cursor:
            values = [pk if value == PLACE else value for value in parameters]
            cursor.execute(sql, values)
            row = cursor.fetchone()
        return int(row[0]) if row else 0

    def _compile(self, connection: Any) -> tuple[str, Sequence[Any]]:
        query: Any = self._model._default_manager.filter(pk=PLACE).query.chain(
            UpdateQuery
        )
        query.add_update_values({self._column: F(self._column) + 1})
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        field: Any = self._model._meta.get_field(self._column)
        returned = connection.ops.quote_name(field.column)
        self._compiled[connection.vendor] = f"{sql} RETURNING {returned}", parameters
        return self._compiled[connection.vendor]
