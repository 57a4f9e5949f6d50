"""Backup folders on a disk that has no file locks, where SQLite reports every database as busy."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from clubscore.backups import held, unfinished
from clubscore.backups.unfinished import (
    LONG_AGO,
    MAKER,
    PREFIX,
    clean_up,
    folder_beside,
)
from tests.factories import NOON


@pytest.fixture(autouse=True)
def disk_without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(path: Path, how: str) -> None:
        raise held.LockHeld(str(path))

    monkeypatch.setattr(held, "take", busy)
    monkeypatch.setattr(unfinished, "take", busy)


def test_a_backup_is_written_all_the_same(tmp_path: Path) -> None:
    with folder_beside(tmp_path) as beside:
        (beside / "club.sqlite3").write_bytes(b"a club")
        assert list(tmp_path.iterdir()) == [beside]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("age", "is_there"),
    [(timedelta(hours=1), True), (LONG_AGO + timedelta(hours=1), False)],
)
def test_what_was_left_is_told_by_its_age(
    tmp_path: Path, age: timedelta, is_there: bool
) -> None:
    left = tmp_path / f"{PREFIX}x"
    left.mkdir()
    (left / MAKER).touch()
    written = (NOON - age).timestamp()
    os.utime(left, (written, written))
    clean_up(tmp_path, now=NOON)
    assert left.exists() == is_there
