"""Triggers by which PostgreSQL reports changes to the live pages. SQLite needs none (changes.py)."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation

CHANNEL = "clubscore_live"

_FUNCTION = f"""
CREATE OR REPLACE FUNCTION clubscore_live_notify() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    PERFORM pg_notify('{CHANNEL}', '');
    RETURN NULL;
END
$body$
"""


def notify_on_change(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Let PostgreSQL wake the live pages after each committed write to the database table. Does nothing on SQLite."""
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute(_FUNCTION, params=None)
    name = schema_editor.quote_name(table)
    schema_editor.execute(
        f"CREATE OR REPLACE TRIGGER clubscore_live AFTER INSERT OR UPDATE OR DELETE ON {name} "
        "FOR EACH STATEMENT EXECUTE FUNCTION clubscore_live_notify()",
        params=None,
    )


def stop_notifying(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Remove the trigger that `notify_on_change` made on the database table. SQLite has none: nothing is done."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS clubscore_live ON {schema_editor.quote_name(table)}",
            params=None,
        )


class NotifyOnChange(Operation):
    """A migration operation, one for each table that a live topic shows, e.g. `NotifyOnChange("tables_table")`."""

    reversible = True
    is_for_new_databases = True  # clubscore/upkeep/new_database.py

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Do nothing: triggers are not part of the state of the models."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        notify_on_change(schema_editor, self.table)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        stop_notifying(schema_editor, self.table)

    def describe(self) -> str:
        return f"Report changes in {self.table} to live pages"
