"""Database triggers that refuse to change rows of append-only models, or to delete them, whoever tries (decision 0018).

A trigger names the columns that must not change. An UPDATE that sets none of these columns does not run the trigger,
and is as fast as without it.

The triggers need no migrations. Each `migrate` removes them at its beginning, because PostgreSQL alters no column that
a trigger names, and because a data migration may rewrite history. It puts them back at its end, because SQLite loses
the triggers of every table that it rebuilds.

The triggers of each table change in a separate transaction. PostgreSQL locks a table whose triggers change, while the
earlier version goes on writing. In one transaction for all tables, both could wait for each other: a deadlock.
"""

from collections.abc import Iterable
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate, pre_migrate
from django.db.transaction import atomic

from clubscore.database.append_only import AppendOnly

_FUNCTION = """
CREATE OR REPLACE FUNCTION clubscore_written_once() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% rows are written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$body$
"""
_CREATE = {
    "sqlite": "CREATE TRIGGER {name} BEFORE {event} ON {table} "
    "BEGIN SELECT RAISE(ABORT, '{plain} rows are written once'); END",
    "postgresql": "CREATE TRIGGER {name} BEFORE {event} ON {table} "
    "FOR EACH ROW EXECUTE FUNCTION clubscore_written_once()",
}
_DROP = {
    "sqlite": "DROP TRIGGER IF EXISTS {name}",
    "postgresql": "DROP TRIGGER IF EXISTS {name} ON {table}",
}


def follow_migrations() -> None:
    """Connect signals, so that every `migrate` keeps the triggers in step with the models."""
    pre_migrate.connect(
        _before_migration, dispatch_uid="clubscore.database.row_triggers"
    )
    post_migrate.connect(
        _after_migration, dispatch_uid="clubscore.database.row_triggers"
    )


def append_only_models(models: Iterable[Any]) -> list[type[AppendOnly]]:
    """The models among `models` whose rows are written once."""
    return [model for model in models if issubclass(model, AppendOnly)]


def put_triggers(
    connection: BaseDatabaseWrapper, models: Iterable[type[AppendOnly]]
) -> None:
    """Make the triggers by which the database refuses changes of append-only rows. Existing triggers are replaced.

    `models` are the models of the rows. Tables and columns that the database does not have (yet, or any more) are
    ignored.
    """
    models = list(models)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and models:
            cursor.execute(_FUNCTION)
        tables = set(connection.introspection.table_names(cursor))
        for model in models:
            if model._meta.db_table in tables:
                with atomic(using=connection.alias):
                    _put(connection, cursor, model)


def remove_triggers(
    connection: BaseDatabaseWrapper, models: Iterable[type[AppendOnly]]
) -> None:
    """Remove the triggers that `put_triggers` made for these models."""
    with connection.cursor() as cursor:
        for model in models:
            with atomic(using=connection.alias):
                for kind in ("update", "delete"):
                    cursor.execute(
                        _DROP[connection.vendor].format(
                            **_names(connection, model, kind)
                        )
                    )


def _before_migration(
    sender: AppConfig, using: str, plan: Any = None, **_: Any
) -> None:
    if plan:
        remove_triggers(connections[using], append_only_models(sender.get_models()))


def _after_migration(sender: AppConfig, using: str, plan: Any = None, **_: Any) -> None:
    if plan is not None:
        # `flush`, which sends this signal too, leaves the triggers as they are.
        put_triggers(connections[using], append_only_models(sender.get_models()))


def _put(connection: BaseDatabaseWrapper, cursor: Any, model: type[AppendOnly]) -> None:
    for kind, event in _refused(connection, cursor, model):
        names = _names(connection, model, kind)
        cursor.execute(_DROP[connection.vendor].format(**names))
        cursor.execute(_CREATE[connection.vendor].format(**names, event=event))


def _refused(
    connection: BaseDatabaseWrapper, cursor: Any, model: type[AppendOnly]
) -> Iterable[tuple[str, str]]:
    """A pair for each trigger of this model: the trigger's kind (`update` or `delete`), and the SQL of what it refuses.

    The SQL is `UPDATE OF` the columns that must not change, or `DELETE`.
    """
    free = {
        field.column
        for field in model._meta.local_concrete_fields
        if field.name in model.may_change
    }
    there = connection.introspection.get_table_description(cursor, model._meta.db_table)
    fixed = ", ".join(
        connection.ops.quote_name(column.name)
        for column in there
        if column.name not in free
    )
    yield "update", f"UPDATE OF {fixed}"
    yield "delete", "DELETE"


def _names(
    connection: BaseDatabaseWrapper, model: type[AppendOnly], kind: str
) -> dict[str, str]:
    plain = model._meta.db_table
    quote = connection.ops.quote_name
    return {"name": quote(f"{plain}_no_{kind}"), "table": quote(plain), "plain": plain}
