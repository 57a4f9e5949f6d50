"""The tables of a new database, made directly in their present form instead of by all migrations."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubscore.configuration.places import as_typed_here
from clubscore.refusals import Refused


class EmptyDatabase(Refused):
    """The error that the database has no tables. The message says how to make them."""


def is_empty_database() -> bool:
    """True if the database has no tables. The question does not create a missing SQLite file."""
    if (
        connection.vendor == "sqlite"
        and not Path(connection.settings_dict["NAME"]).exists()
    ):
        return True
    return not connection.introspection.table_names()


def require_tables() -> None:
    """Require that the database has tables. Raises EmptyDatabase."""
    if is_empty_database():
        raise EmptyDatabase(
            f"There is no club in the database {connection.settings_dict['NAME']} yet. {as_typed_here('club')} makes "
            f"a new one, {as_typed_here('run')} the demonstration."
        )


def make_tables_if_new() -> bool:
    """Make all tables of an empty database in one transaction, and note every migration as applied.

    Returns True if the database was empty. Running the migrations takes ten times as long (decision 0038). Operations
    with `is_for_new_databases` run here, too. Rows that every club has are written after each `migrate`, not by a
    migration.
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
    """The operations of migrations that have `is_for_new_databases`, as (app label, operation), in no fixed order."""
    for (app, _), migration in loader.disk_migrations.items():
        for operation in migration.operations:
            if getattr(operation, "is_for_new_databases", False):
                yield app, operation
