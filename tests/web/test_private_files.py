"""The files of the club can be read by their owner only."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from clubscore.web.private_files import close_to_others, files_of_the_club

pytestmark = pytest.mark.slow


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_others_could_read_is_closed_and_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, elsewhere = tmp_path / "the club", tmp_path / "disk"
    (folder / "static").mkdir(parents=True)
    elsewhere.mkdir()
    for path in (
        folder / "secret_key",
        elsewhere / "club.sqlite3",
        elsewhere / "club.sqlite3-wal",
    ):
        path.write_text("x")
        path.chmod(0o644)
    folder.chmod(0o755)
    caplog.set_level(logging.WARNING, "clubscore.web.private_files")
    close_to_others(files_of_the_club(folder, elsewhere / "club.sqlite3"))
    assert mode(folder) == mode(folder / "static") == 0o700
    assert mode(folder / "secret_key") == mode(elsewhere / "club.sqlite3") == 0o600
    assert mode(elsewhere / "club.sqlite3-wal") == 0o600
    assert str(elsewhere / "club.sqlite3") in caplog.text
    caplog.clear()
    close_to_others(files_of_the_club(folder, elsewhere / "club.sqlite3"))
    assert caplog.text == ""


def test_a_file_of_somebody_else_is_named_and_left(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(path)

    (tmp_path / "secret_key").write_text("x")
    (tmp_path / "secret_key").chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    close_to_others([tmp_path / "secret_key"])
    assert "whose owner must chmod go=" in caplog.text


def test_a_folder_that_is_not_there_yet_is_no_error(tmp_path: Path) -> None:
    assert list(files_of_the_club(tmp_path / "none", "")) == [tmp_path / "none"]
    close_to_others(files_of_the_club(tmp_path / "none", ""))


@pytest.mark.landing
def test_what_a_command_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a club"
    folder.mkdir(mode=0o755)
    environment = {
        **os.environ,
        "CLUB_DATA_DIR": str(folder),
        "SECRET_KEY": "x" * 50,
        "STATIC_COLLECTED": "1",
    }
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "migrate", "-v", "0", "members", "0001"]
    subprocess.run(
        command, env=environment, check=True, preexec_fn=lambda: os.umask(0o022)
    )
    assert sqlite3.connect(folder / "club.sqlite3").execute("SELECT 1").fetchone() == (
        1,
    )
    assert {path.name: mode(path) & 0o077 for path in [folder, *folder.iterdir()]} == {
        path.name: 0 for path in [folder, *folder.iterdir()]
    }
