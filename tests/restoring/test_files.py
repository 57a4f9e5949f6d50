"""A file that is no backup is refused with a message that says why."""

import sqlite3

import pytest

from clubscore.backups.sqlite_copy import UnreadableDatabase
from clubscore.refusals import Refused
from clubscore.restoring.files import CannotRestore, look_at
from clubscore.restoring.onto_sqlite import require_closed


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CannotRestore, match="cannot be read: No such file"):
        look_at(tmp_path / "club.sqlite3")


def test_a_photograph(tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0 a photograph")
    with pytest.raises(
        CannotRestore, match="is none of what backup_club and export_club write"
    ):
        look_at(path)


@pytest.mark.parametrize("beginning", [b"SQLite format 3\0", b"PGDMP", b"PK\x03\x04"])
def test_a_file_that_only_begins_well(beginning, tmp_path):
    path = tmp_path / "half"
    path.write_bytes(beginning + b"and then nothing of it")
    with pytest.raises(Refused):
        look_at(path)


def test_a_database_of_another_program(tmp_path):
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE songs (name text)")
    other.close()
    with pytest.raises(UnreadableDatabase, match="is no database of Clubscore"):
        look_at(path)


def test_a_damaged_database_may_be_replaced(db, tmp_path):
    path = tmp_path / "club.sqlite3"
    path.write_bytes(b"SQLite format 3\0 and then a worm")
    require_closed(path)
