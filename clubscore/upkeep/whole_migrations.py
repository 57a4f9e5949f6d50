"""Migrations that are noted in the same transaction as their changes, so that a kill leaves both or neither."""

from typing import Any

from django.db.migrations.executor import MigrationExecutor


class WholeMigrations(MigrationExecutor):
    """Django's executor of migrations, changed: deferred statements, such as foreign keys, run with the migration.

    Django itself notes a migration with deferred statements in a second transaction, after that of the changes. If the
    process were killed between the two, the next start would apply the migration again, and fail.
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
