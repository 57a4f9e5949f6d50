"""The ways in which a change of the database is noticed, tested without a server."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from clubscore.live.changes import follow_sqlite
from clubscore.live.notify import NotifyOnChange
from clubscore.members.models import Member
from tests.live.watching import PATIENCE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of a new SQLite file whose name holds characters that an address has to escape."""
    file = tmp_path / "club 100%?.sqlite3"
    _commit(file, "CREATE TABLE deals (number)")
    return file


def _commit(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute(statement)


def test_each_commit_of_another_connection_is_told_once(file: Path) -> None:
    rung: list[None] = []

    async def hear(times: int) -> None:
        while len(rung) < times:
            await asyncio.sleep(0.01)

    async def follow_two_commits() -> None:
        following = asyncio.create_task(follow_sqlite(file, lambda: rung.append(None)))
        await asyncio.wait_for(hear(1), PATIENCE)  # how it stands at the beginning
        for times in (2, 3):
            _commit(file, "INSERT INTO deals VALUES (1)")
            await asyncio.wait_for(hear(times), PATIENCE)
        await asyncio.sleep(0.2)
        following.cancel()

    asyncio.run(follow_two_commits())
    assert len(rung) == 3


def test_a_backup_put_back_in_place_of_the_file_is_noticed(file: Path) -> None:
    backup = file.with_name("backup.sqlite3")
    _commit(backup, "CREATE TABLE deals (number)")

    async def follow_until_replaced() -> None:
        following = asyncio.create_task(follow_sqlite(file, lambda: None))
        await asyncio.sleep(0.1)
        backup.replace(file)
        await asyncio.wait_for(following, PATIENCE)

    asyncio.run(follow_until_replaced())


def test_the_migration_operation_can_be_done_twice_and_undone(
    transactional_db: None,
) -> None:
    operation = NotifyOnChange(Member._meta.db_table)
    triggers = []
    for move in (
        operation.database_forwards,
        operation.database_forwards,
        operation.database_backwards,
    ):
        with connection.schema_editor() as editor:
            move("members", editor, None, None)
        triggers.append(_triggers())
    told_by = ["clubscore_live"] if connection.vendor == "postgresql" else []
    assert triggers == [told_by, told_by, []]
    assert operation.describe() == "Report changes in members_member to live pages"
    assert operation.deconstruct() == ("NotifyOnChange", ("members_member",), {})


def _triggers() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname FROM pg_trigger WHERE tgrelid = 'members_member'::regclass AND NOT tgisinternal"
        )
        return [name for (name,) in cursor.fetchall()]
