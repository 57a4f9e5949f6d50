"""A backup that somebody asks for on a page: the server makes it, one at a time."""

import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from clubscore.backups import nightly
from clubscore.backups.asking import (
    BackupInProgress,
    ask_for_backup,
    is_asked_for,
    is_being_made,
    is_looked_for,
    lock_of_backups,
)
from clubscore.backups.held import ALONE, held
from clubscore.backups.nightly import AskedBackupThread
from clubscore.backups.notes import BackupReason, newest_backup
from clubscore.backups.rotation import rotate
from clubscore.refusals import Refused
from tests.backups.backups import noted
from tests.waiting import until


@pytest.fixture
def here(settings, tmp_path):
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    return tmp_path


@pytest.fixture
def thread(here, monkeypatch):
    made = here / "made"
    program = (
        f"import pathlib, sys; pathlib.Path({str(made)!r}).write_text(sys.argv[1])"
    )
    monkeypatch.setattr(
        nightly,
        "command_of",
        lambda name, option: [sys.executable, "-c", program, option],
    )
    thread = AskedBackupThread(every=0.01)
    thread.start()
    yield thread
    thread.stop()


def test_the_server_makes_it_and_forgets_the_request(thread, here):
    ask_for_backup()
    until(lambda: not is_being_made())
    assert (here / "made").read_text() == "--asked"


def test_without_a_request_none_is_made(thread, here):
    thread._make_if_due(timezone.now())
    assert not (here / "made").exists()


def test_a_second_one_is_refused_while_one_is_asked_for(here, monkeypatch):
    is_looked_for.set()
    try:
        ask_for_backup()
        with pytest.raises(BackupInProgress, match="is being made already"):
            ask_for_backup()
    finally:
        is_looked_for.clear()


def test_one_is_refused_while_the_server_makes_that_of_the_night(thread):
    with (
        held(lock_of_backups(), ALONE),
        pytest.raises(BackupInProgress, match="is being made already"),
    ):
        ask_for_backup()
    assert not is_being_made()


def test_where_no_server_makes_it_nothing_is_left_behind(here):
    with pytest.raises(Refused, match="Try again in a minute"):
        ask_for_backup()
    assert not is_asked_for()


@pytest.mark.slow
def test_it_is_kept_as_one_made_by_hand(transactional_db, here, monkeypatch):
    from tests.server_process import database_url  # noqa: PLC0415 - when the database is there

    monkeypatch.setenv("CLUB_DATA_DIR", str(here))
    monkeypatch.setenv("DATABASE_URL", database_url())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    thread = AskedBackupThread(every=0.01)
    thread.start()
    try:
        ask_for_backup()
        # Its process has the lowest priority, and waits long for a busy processor.
        until(lambda: not is_being_made(), seconds=300)
    finally:
        thread.stop()
    assert newest_backup().why is BackupReason.BY_HAND


def test_the_last_three_from_before_a_restore_stay(here):
    folder = here / "backups"
    folder.mkdir()
    moments = [
        timezone.now().replace(hour=1, minute=minute, second=0) for minute in range(5)
    ]
    made = [noted(folder, each, why=BackupReason.RESTORE) for each in moments]
    newest = noted(folder, moments[-1] + timedelta(minutes=1))
    gone = rotate([*made, newest], timezone.get_default_timezone())
    assert set(gone) == set(made[:2])
