"""The tables of a new database, made as they are today and not by way of everything that they have been."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubscore.configuration.places import as_typed_here
from clubscore.refusals import Refused


class EmptyDatabase(Refused):
    """The database has no tables. The message says how it gets some."""


def is_empty_database() -> bool:
    """Whether there are no tables. A file of SQLite that is not there is not made by the question."""
    if (
        connection.vendor == "sqlite"
        and not Path(connection.settings_dict["NAME"]).exists()
    ):
        return True
    return not connection.introspection.table_names()


def require_tables() -> None:
    """Raises EmptyDatabase: there are no tables."""
    if is_empty_database():
        raise EmptyDatabase(
            f"There is no club in the database {connection.settings_dict['NAME']} yet. {as_typed_here('club')} makes "
            f"a new one, {as_typed_here('run')} the demonstration."
        )


def make_tables_if_new() -> bool:
    """Make all tables of an empty database, all of them or none, and note every migration as applied.

    Returns whether it was empty. To go through the migrations takes ten times as long (decision 0038). Of what they do
    besides, an operation with `is_for_new_databases` is done here, too; rows that every club has are written after each
    `migrate`, and not by a migration.
    """
    if not is_empty_database():
        return False
    loader = MigrationLoader(None, ignore_no_migrations=True)
    with connection.schema_editor() as editor:
        for model in loader.project_state().apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for app, operation in _besides(loader):
            operation.database_forwards(app, editor, None, None)
        recorder = MigrationRecorder(connection)
        editor.create_model(recorder.Migration)
        for app, name in loader.graph.nodes.keys() | loader.replacements.keys():
            recorder.record_applied(app, name)
    return True


def _besides(loader: MigrationLoader) -> Iterator[tuple[str, Any]]:
    """The operations that are for new databases, by app, in no order."""
    for (app, _), migration in loader.disk_migrations.items():
        for operation in migration.operations:
            if getattr(operation, "is_for_new_databases", False):
                yield app, operation
