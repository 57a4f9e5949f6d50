"""A new database gets its tables in one step; they are equal to the tables that all migrations make one by one."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.commands.migrate import Command as OneByOne
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder

from clubscore.members.models import Member
from clubscore.members.roles import HOLDERS
from clubscore.upkeep.new_database import make_tables_if_new
from tests.upkeep.empty import empty_database

OF_POSTGRESQL = """
    SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), NULL, NULL, NULL, NULL
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tablename, indexname, indexdef, NULL, NULL, NULL, NULL FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), NULL, NULL, NULL, NULL
    FROM pg_trigger WHERE NOT tgisinternal
"""


def schema() -> list[tuple[object, ...]]:
    """Everything in which two database schemas could differ, except the order of columns."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(OF_POSTGRESQL)
            return sorted(cursor.fetchall(), key=repr)
        cursor.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        return sorted(
            (kind, name, *parts_of(sql)) for kind, name, sql in cursor.fetchall()
        )


def parts_of(sql: str) -> list[str]:
    """The columns and constraints of a CREATE TABLE, or the columns of a trigger, in an order that does not
    depend on the SQL.
    """
    if head := re.match("CREATE TRIGGER (.*) UPDATE OF (.*) ON (.*)", sql):
        return [head[1], *in_order(head[2].split(",")), head[3]]
    if not sql.startswith("CREATE TABLE"):
        return [sql]
    parts, depth = [""], 0
    for each in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(each, 0)
        if each == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += each
    return in_order(parts)


def in_order(parts: list[str]) -> list[str]:
    return sorted(re.sub(r"\s+", " ", part).strip() for part in parts)


def rows() -> dict[str, int]:
    """The number of rows in each table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
            (found[table],) = cursor.fetchone()
    return found


def noted() -> set[tuple[str, str]]:
    return set(MigrationRecorder(connection).applied_migrations())


@pytest.mark.thorough
def test_the_tables_of_a_new_database_are_those_to_which_the_migrations_lead(
    transactional_db: None, tmp_path: Path
) -> None:
    with empty_database(tmp_path, "one_by_one"):
        call_command(OneByOne(), verbosity=0)
        by_migrations, applied, counts = schema(), noted(), rows()
    with empty_database(tmp_path, "at_once"):
        call_command("migrate", verbosity=0)
        assert set(schema()) ^ set(by_migrations) == set()
        assert noted() == applied
        assert rows() == counts


@pytest.mark.landing
def test_a_new_database_has_what_every_club_has(
    transactional_db: None, tmp_path: Path
) -> None:
    said = StringIO()
    with empty_database(tmp_path, "at_once"):
        call_command("migrate", stdout=said)
        groups = Member._meta.get_field("groups").related_model
        assert set(groups.objects.values_list("name", flat=True)) == {
            holder.value for holder in HOLDERS
        }
    assert "The database is new: its tables are made." in said.getvalue()
    assert "No migrations to apply." in said.getvalue()


def test_a_database_with_a_table_is_not_new(
    transactional_db: None, tmp_path: Path
) -> None:
    with empty_database(tmp_path, "somebodys"):
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE cellar (bottle integer)")
        assert not make_tables_if_new()
        assert connection.introspection.table_names() == ["cellar"]


@pytest.mark.landing
def test_what_is_interrupted_leaves_a_new_database(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[type[models.Model]] = []

    def power_cut(editor: object, model: type[models.Model]) -> None:
        made.append(model)
        if len(made) == 20:
            raise KeyboardInterrupt
        whole(editor, model)

    with empty_database(tmp_path, "interrupted"):
        whole = connection.SchemaEditorClass.create_model
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(connection.SchemaEditorClass, "create_model", power_cut)
            make_tables_if_new()
        assert connection.introspection.table_names() == []
        call_command("migrate", verbosity=0)
        assert Member.objects.count() == 0
