"""Writes rows by the hundred thousand, past the ORM, into the same tables with every constraint and index."""

from collections.abc import Iterable, Sequence

from django.core.management.color import no_style
from django.db import connection, models
from django.db.models.fields import NOT_PROVIDED

from tests.unguarded import every_append_only_model, without_triggers


def write(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[tuple]
) -> None:
    """Write rows with these columns, whose values are as `as_stored` returns them; other columns get their defaults."""
    defaults = _defaults(model, columns)
    names = ", ".join(connection.ops.quote_name(name) for name in (*columns, *defaults))
    table, rest = (
        connection.ops.quote_name(model._meta.db_table),
        tuple(defaults.values()),
    )
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row + rest)
        else:
            places = ", ".join(
                ["?"] * len(columns) + [_literal(value) for value in rest]
            )
            connection.connection.executemany(
                f"INSERT INTO {table} ({names}) VALUES ({places})", rows
            )


def as_stored(model: type[models.Model], name: str, value: object) -> object:
    """Convert the value of a model's field to the value that the database driver takes."""
    return model._meta.get_field(name).get_db_prep_save(value, connection)


def empty(models_of_rows: Iterable[type[models.Model]]) -> None:
    """Delete all rows of these tables, listed with children first, without checking foreign keys row by row."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            tables = ", ".join(model._meta.db_table for model in models_of_rows)
            cursor.execute(f"TRUNCATE {tables} CASCADE")
            return
        cursor.execute("PRAGMA foreign_keys = OFF")
        with without_triggers(every_append_only_model()):
            for model in models_of_rows:
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
        cursor.execute("PRAGMA foreign_keys = ON")


def number_on(models_of_rows: Sequence[type[models.Model]]) -> None:
    """Let each table number its next row after its last one, even if all numbers so far were given explicitly."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models_of_rows):
            cursor.execute(statement)


def _defaults(model: type[models.Model], given: Sequence[str]) -> dict[str, object]:
    fields = [
        field for field in model._meta.concrete_fields if field.column not in given
    ]
    return {
        field.column: field.get_db_prep_save(_default(field), connection)
        for field in fields
    }


def _default(field: models.Field) -> object:
    return None if field.null and field.default is NOT_PROVIDED else field.get_default()


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    return (
        str(int(value))
        if isinstance(value, int)
        else "'" + str(value).replace("'", "''") + "'"
    )
