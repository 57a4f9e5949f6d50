"""One database replaces another in a single step: after any interruption either the old or the new one is
there, whole.
"""

import itertools
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clubscore.restoring.aside import PREFIX, clear_working_folders, replace_database
from tests.restoring import killed

NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)


def made(path: Path, name: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE club (name text)")
        database.execute("INSERT INTO club VALUES (?)", [name])
    return path


def name_of(path: Path) -> str:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as database:
        return str(database.execute("SELECT name FROM club").fetchone()[0])


def test_a_kill_at_any_moment_leaves_the_old_club_or_the_new_one(tmp_path):
    found = []
    for at in itertools.count(1):
        folder = tmp_path / str(at)
        club, new = (
            made(folder / "club.sqlite3", "old"),
            made(folder / "new.sqlite3", "new"),
        )
        ended = subprocess.run(
            [sys.executable, killed.__file__, str(at), "replace", str(club), str(new)],
            capture_output=True,
            text=True,
        )
        found.append(name_of(club))
        if found[-1] == "new":
            (aside,) = (folder / "aside").glob("*/club.sqlite3")
            assert name_of(aside) == "old"
        if ended.returncode == 0:
            break
        assert ended.returncode == -9, ended.stderr
    assert len(found) > 5, "there are that many steps"
    assert set(found[:-1]) == {"old"}, "the last step is the one that replaces"
    assert found[-1] == "new"


def test_a_disk_without_room_leaves_the_old_club(tmp_path, monkeypatch):
    club, new = (
        made(tmp_path / "club.sqlite3", "old"),
        made(tmp_path / "new.sqlite3", "new"),
    )

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clubscore.restoring.aside.sync_file", full)
    with pytest.raises(OSError, match="No space"):
        replace_database(club, by=new, now=NOW)
    assert name_of(club) == "old"
    assert {path.name for path in tmp_path.iterdir()} == {
        "club.sqlite3",
        "new.sqlite3",
    }, "and no part of a copy"


def test_the_log_of_a_damaged_database_goes_aside_and_is_not_played_onto_the_new_one(
    tmp_path,
):
    club, new = tmp_path / "club.sqlite3", made(tmp_path / "new.sqlite3", "new")
    club.write_bytes(b"SQLite format 3\0 and then a worm")
    Path(f"{club}-wal").write_bytes(b"its last writes")
    aside = replace_database(club, by=new, now=NOW)
    assert aside is not None
    assert sorted(path.name for path in aside.iterdir()) == [
        "club.sqlite3",
        "club.sqlite3-wal",
    ]
    assert not Path(f"{club}-wal").exists()
    assert name_of(club) == "new"


def test_where_nothing_was_nothing_goes_aside(tmp_path):
    new = made(tmp_path / "new.sqlite3", "new")
    assert replace_database(tmp_path / "club.sqlite3", by=new, now=NOW) is None
    assert name_of(tmp_path / "club.sqlite3") == "new"
    assert not (tmp_path / "aside").exists()


def test_what_goes_aside_is_as_old_as_it_was(tmp_path):
    club = made(tmp_path / "club.sqlite3", "old")
    os.utime(club, (1_700_000_000, 1_700_000_000))
    aside = replace_database(club, by=made(tmp_path / "new.sqlite3", "new"), now=NOW)
    assert aside is not None
    assert (aside / "club.sqlite3").stat().st_mtime == 1_700_000_000


def test_what_killed_restores_have_left_goes_and_what_is_aside_stays(tmp_path):
    club = made(tmp_path / "club.sqlite3", "old")
    aside = replace_database(club, by=made(tmp_path / "new.sqlite3", "new"), now=NOW)
    assert aside is not None
    made(tmp_path / f"{PREFIX}x" / "clubscore_scratch.sqlite3", "half")
    clear_working_folders(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["aside", "club.sqlite3"]
    assert name_of(aside / "club.sqlite3") == "old"


def test_two_in_one_second_have_folders_of_their_own(tmp_path):
    club = made(tmp_path / "club.sqlite3", "first")
    asides = [
        replace_database(club, by=made(tmp_path / f"{name}.sqlite3", name), now=NOW)
        for name in ("a", "b")
    ]
    assert [name_of(aside / "club.sqlite3") for aside in asides if aside] == [
        "first",
        "a",
    ]
