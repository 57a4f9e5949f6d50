"""A restore leaves a mark while the club is restored but its settings are not; the next successful restore
removes the mark.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubscore.configuration import club_env
from clubscore.restoring.files import FileKind, RestorableFile
from clubscore.restoring.settings_follow import (
    RestoreUnfinished,
    require_finished_restore,
    settings_follow,
)
from clubscore.upkeep.restore_mark import MARK

MARSEILLE = {"CLUB_NAME": "Marseille", "TIME_ZONE": "Europe/Paris"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA_DIR = tmp_path
    for name in MARSEILLE:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def backup(settings_of_it: dict[str, str] | None = None) -> RestorableFile:
    return RestorableFile(
        Path("/mnt/stick/club.sqlite3"), FileKind.SQLITE, settings_of_it, None
    )


def test_the_settings_are_there_after_the_club_and_the_mark_is_gone(folder):
    with settings_follow(backup(MARSEILLE)):
        assert (folder / MARK).exists()
        assert not (folder / club_env.FILE).exists()
    assert club_env.values_of(folder / club_env.FILE) == MARSEILLE
    require_finished_restore()


def test_a_block_that_fails_leaves_no_mark_and_no_settings(folder):
    with pytest.raises(ValueError, match="no room"), settings_follow(backup(MARSEILLE)):
        raise ValueError("no room")
    assert list(folder.iterdir()) == []


def test_a_mark_that_cannot_be_written_is_none(folder, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clubscore.restoring.settings_follow.sync_file", full)
    with pytest.raises(OSError, match="No space"), settings_follow(backup(MARSEILLE)):
        pass
    assert list(folder.iterdir()) == []
    require_finished_restore()


def test_a_path_that_is_no_text_is_remembered_as_it_is(folder):
    found = replace(
        backup(MARSEILLE), path=Path(os.fsdecode(b"/mnt/st\xefck/club.sqlite3"))
    )
    with settings_follow(found), pytest.raises(RestoreUnfinished):
        require_finished_restore()


def test_one_that_was_killed_is_finished_by_the_next_also_where_no_setting_is_missing_any_more(
    folder,
):
    (folder / MARK).write_text("/mnt/stick/club.sqlite3\n")
    with pytest.raises(RestoreUnfinished, match='FILE="/mnt/stick/club.sqlite3"'):
        require_finished_restore()
    with settings_follow(backup()):
        pass
    require_finished_restore()


def test_a_next_one_that_fails_finishes_nothing(folder):
    (folder / MARK).write_text("/mnt/stick/club.sqlite3\n")
    with pytest.raises(ValueError, match="no room"), settings_follow(backup(MARSEILLE)):
        raise ValueError("no room")
    with pytest.raises(RestoreUnfinished):
        require_finished_restore()


def test_settings_that_no_file_can_hold_are_said_too(folder):
    found = backup({"CLUB_NAME": "Two\nLines"})
    with (
        pytest.raises(RestoreUnfinished, match="a setting is one line"),
        settings_follow(found),
    ):
        pass
    assert (folder / MARK).exists()


def test_settings_that_cannot_be_written_are_said_and_the_mark_stays(
    folder, monkeypatch
):
    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(club_env, "write", full)
    said = "The club is back, but its settings cannot be written"
    with (
        pytest.raises(RestoreUnfinished, match=said),
        settings_follow(backup(MARSEILLE)),
    ):
        pass
    assert (folder / MARK).exists()
