import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from clubscore.archive.export import pack
from clubscore.archive.restore import unpack
from clubscore.backups.addresses import postgresql_url, sqlite_url
from tests.archive.whole_club import fill
from tests.databases import rewind
from tests.restoring.commands import manage
from tests.restoring.installations import Installation
from tests.settlements.settling import LATER
from tests.soak.kills.own_database import file_of_its_own

_packed: list[bytes] = []
_kept: list[bytes] = []


@pytest.fixture
def archive(transactional_db: None, tmp_path: Path) -> Path:
    """The path of an archive of a club that has rows of every kind. The tests' own database is empty afterwards."""
    path = tmp_path / "everything.zip"
    if not _packed:
        fill()
        with path.open("wb") as file:
            pack(file, now=LATER)
        _packed.append(path.read_bytes())
        rewind()
    path.write_bytes(_packed[0])
    return path


@pytest.fixture
def data(archive: Path, tmp_path: Path) -> Path:
    """The data folder of the club of `archive`, with its rows in an SQLite database."""
    folder = tmp_path / "the club"
    folder.mkdir()
    club = folder / "club.sqlite3"
    if not _kept:
        if connection.vendor == "sqlite":
            with file_of_its_own(club):
                unpack(path=archive)
        else:
            made = manage(folder, "restore_club", str(archive), "--yes")
            assert made.returncode == 0, made.stderr
        with closing(sqlite3.connect(club)) as last:
            last.execute("PRAGMA journal_mode=DELETE")
        _kept.append(club.read_bytes())
    club.write_bytes(_kept[0])
    return folder


@pytest.fixture
def other_database(
    transactional_db: None, tmp_path: Path
) -> Iterator[tuple[str, dict[str, str]]]:
    """A second, empty database of the kind that the tests run on: its DATABASE_URL, and its place for `database_at`."""
    if connection.vendor == "sqlite":
        path = tmp_path / "another disk" / "other.sqlite3"
        yield sqlite_url(path), {"NAME": str(path)}
        return
    name = "clubscore_restored"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    yield postgresql_url(connection.settings_dict, name=name), {"NAME": name}
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def installation(
    archive: Path, tmp_path: Path, other_database: tuple[str, dict[str, str]]
) -> Iterator[Installation]:
    url, place = other_database
    made = Installation(tmp_path / "the club", url, place)
    assert made.manage("restore_club", str(archive), "--yes").returncode == 0
    yield made
