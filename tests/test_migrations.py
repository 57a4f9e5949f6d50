"""A migration leaves the earlier version able to write, so that both can run side by side, or says why it cannot."""

import re
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED

# The last of each app that was written before two versions ran side by side.
BEFORE = {
    "ledger": 14,
    "members": 11,
    "rubbers": 17,
    "settlements": 2,
    "standings": 2,
    "tables": 4,
}
GOES = (migrations.RemoveField, migrations.DeleteModel)
RENAMES = (migrations.RenameField, migrations.RenameModel, migrations.AlterModelTable)
TAKES_AWAY = re.compile(
    r"\b(DROP (TABLE|COLUMN)|RENAME|SET NOT NULL|TRUNCATE)\b", re.IGNORECASE
)


def obstacles(migration: migrations.Migration, state: ProjectState) -> list[str]:
    """Return what in a migration the earlier version could not live with. `state` is the state before the migration."""
    state = state.clone()
    new: set[str] = set()
    dropped: set[str] = set()
    found = []
    for operation in migration.operations:
        if why := _obstacle(operation, migration.app_label, state, new, dropped):
            found.append(f"{operation.describe()}: {why}")
        if isinstance(operation, migrations.CreateModel):
            new |= {operation.name_lower}
        elif isinstance(operation, migrations.AddField):
            new |= {operation.name}
        elif isinstance(operation, migrations.RemoveConstraint):
            dropped |= {operation.name}
        operation.state_forwards(migration.app_label, state)
    return found


def _obstacle(
    operation: Any, app: str, state: ProjectState, new: set[str], dropped: set[str]
) -> str | None:
    if isinstance(operation, GOES):
        return "it still reads and writes this; take it away in the version after next"
    if isinstance(operation, RENAMES):
        return "it knows the old name alone; add the new one beside it"
    if isinstance(operation, migrations.RunSQL) and TAKES_AWAY.search(
        str(operation.sql)
    ):
        return "it takes away what is still used"
    of_new_table = getattr(operation, "model_name_lower", "") in new
    if isinstance(operation, migrations.AddField) and not (
        of_new_table or _fills_itself(operation.field)
    ):
        return "it writes rows without this column: null=True, or db_default="
    if isinstance(operation, migrations.AlterField) and not of_new_table:
        return _narrower(
            state.models[app, operation.model_name_lower].fields[operation.name],
            operation.field,
        )
    if (
        isinstance(operation, migrations.AddConstraint)
        and not of_new_table
        and operation.constraint.name not in dropped
    ):
        named = set(re.findall(r"\w+", repr(operation.constraint)))
        return None if named & new else "it may write what this refuses"
    return None


def _fills_itself(field: models.Field) -> bool:
    return field.null or field.many_to_many or field.db_default is not NOT_PROVIDED


def _narrower(before: models.Field, after: models.Field) -> str | None:
    if before.null and not after.null:
        return "it may write nothing here"
    if before.get_internal_type() != after.get_internal_type():
        return "it reads and writes another type"
    if (after.max_length or 0) < (before.max_length or 0):
        return "it may write more"
    if after.unique and not before.unique:
        return "it may write the same twice"
    return None


def test_every_new_migration_is_additive_or_says_why_a_stop_is_needed() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    found = {}
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        is_new = migration.__module__.startswith("clubscore.") and int(
            name[:4]
        ) > BEFORE.get(app, 0)
        is_told = getattr(migration, "needs_a_stop", "") or getattr(
            migration, "runs_beside", ""
        )
        if is_new and not is_told:
            state = loader.project_state([(app, name)], at_end=False)
            if obstructing := obstacles(migration, state):
                found[f"{app} {name}"] = obstructing
    assert found == {}, (
        'Write it additively, or give the Migration needs_a_stop = "why", or runs_beside = "why".'
    )


# --- the convention itself ---


def told(*operations: Any) -> list[str]:
    """Return the obstacles of a migration with these operations, on a database that has a table of decks."""
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("back", models.CharField(max_length=8, null=True)),
        ("cards", models.IntegerField()),
    ]
    migrations.CreateModel("Deck", fields).state_forwards("rubbers", state)
    migration = migrations.Migration("9999_new", "rubbers")
    migration.operations = list(operations)
    return obstacles(migration, state)


CARDS = models.CheckConstraint(condition=models.Q(cards=52), name="whole")
JOKERS = models.CheckConstraint(condition=models.Q(jokers__lt=4), name="jokers")


@pytest.mark.parametrize(
    "operations",
    [
        [migrations.AddField("deck", "jokers", models.IntegerField(null=True))],
        [migrations.AddField("deck", "jokers", models.IntegerField(db_default=0))],
        [
            migrations.AddField("deck", "jokers", models.IntegerField(db_default=0)),
            migrations.AddConstraint("deck", JOKERS),
        ],
        [
            migrations.CreateModel("Box", [("id", models.BigAutoField(primary_key=True))]),
            migrations.AddField("box", "colour", models.IntegerField()),
        ],
        [migrations.AlterField("deck", "back", models.CharField(max_length=20, null=True))],
        [migrations.RemoveConstraint("deck", "whole"), migrations.AddConstraint("deck", CARDS)],
        [migrations.RunPython(migrations.RunPython.noop)],
    ],
)  # fmt: skip
def test_what_the_version_before_need_not_know_is_additive(
    operations: list[Any],
) -> None:
    assert told(*operations) == []


@pytest.mark.parametrize(
    ("operation", "why"),
    [
        (migrations.AddField("deck", "jokers", models.IntegerField(default=0)), "db_default="),
        (migrations.RemoveField("deck", "back"), "take it away in the version after next"),
        (migrations.DeleteModel("Deck"), "take it away in the version after next"),
        (migrations.RenameField("deck", "back", "pattern"), "the old name"),
        (migrations.RenameModel("Deck", "Pack"), "the old name"),
        (migrations.AlterField("deck", "back", models.CharField(max_length=8)), "nothing here"),
        (migrations.AlterField("deck", "back", models.CharField(max_length=4, null=True)), "more"),
        (migrations.AlterField("deck", "cards", models.CharField(max_length=4)), "another type"),
        (migrations.AlterField("deck", "cards", models.IntegerField(unique=True)), "twice"),
        (migrations.AddConstraint("deck", CARDS), "refuses"),
        (migrations.RunSQL("ALTER TABLE rubbers_deck DROP COLUMN back"), "still used"),
    ],
)  # fmt: skip
def test_what_the_version_before_cannot_live_with_is_named(
    operation: Any, why: str
) -> None:
    (found,) = told(operation)
    assert why in found
