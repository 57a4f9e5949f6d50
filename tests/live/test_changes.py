"""How a change is noticed, without a server."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from clubscore.live.changes import follow_sqlite
from clubscore.live.notify import NotifyOnChange
from clubscore.members.models import Member


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A club's file, and the name is one that an address would have to escape."""
    file = tmp_path / "club 100%?.sqlite3"
    _commit(file, "CREATE TABLE deals (number)")
    return file


def _commit(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute(statement)


async def _count(file: Path, deeds: list[Callable[[], None]]) -> list[int]:
    """How often a change was told of by the time of each deed and a moment after it."""
    told: list[None] = []
    task = asyncio.create_task(follow_sqlite(file, lambda: told.append(None)))
    counts = []
    for deed in deeds:
        deed()
        await asyncio.sleep(0.2)
        counts.append(len(told))
        if task.done():
            break
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return counts


def test_each_commit_of_another_connection_is_told_once(file: Path) -> None:
    insert = lambda: _commit(file, "INSERT INTO deals VALUES (1)")  # noqa: E731 - a deed for the list
    assert asyncio.run(_count(file, [lambda: None, insert, insert, lambda: None])) == [1, 2, 3, 3]


def test_a_backup_put_back_in_place_of_the_file_is_noticed(file: Path) -> None:
    backup = file.with_name("backup.sqlite3")
    _commit(backup, "CREATE TABLE deals (number)")

    async def follow_until_replaced() -> None:
        following = asyncio.create_task(follow_sqlite(file, lambda: None))
        await asyncio.sleep(0.1)
        backup.replace(file)
        await asyncio.wait_for(following, 2)

    asyncio.run(follow_until_replaced())


def test_the_migration_operation_can_be_done_twice_and_undone(transactional_db: None) -> None:
    operation = NotifyOnChange(Member._meta.db_table)
    triggers = []
    for deed in (operation.database_forwards, operation.database_forwards, operation.database_backwards):
        with connection.schema_editor() as editor:
            deed("members", editor, None, None)
        triggers.append(_triggers())
    told_by = ["clubscore_live"] if connection.vendor == "postgresql" else []
    assert triggers == [told_by, told_by, []]
    assert operation.describe() == "Tell live pages of changes in members_member"
    assert operation.deconstruct() == ("NotifyOnChange", ("members_member",), {})


def _triggers() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgrelid = 'members_member'::regclass AND NOT tgisinternal")
        return [name for (name,) in cursor.fetchall()]
