"""Migrations that are noted together with what they change, so that a kill leaves both or neither."""

from typing import Any

from django.db.migrations.executor import MigrationExecutor


class WholeMigrations(MigrationExecutor):
    """Django's, but for statements that wait for the end of a migration, such as foreign keys and indexes.

    Django notes a migration that has some in a transaction of its own, afterwards. Killed between the two, the next
    start would apply it once more, and fail.
    """

    def apply_migration(
        self, state: Any, migration: Any, fake: bool = False, fake_initial: bool = False
    ) -> Any:
        apply = migration.apply

        def apply_to_the_end(state: Any, editor: Any) -> Any:
            after = apply(state, editor)
            for statement in editor.deferred_sql:
                editor.execute(statement, None)
            editor.deferred_sql.clear()
            return after

        migration.apply = apply_to_the_end
        return super().apply_migration(state, migration, fake, fake_initial)
