"""The request for a restore, and the note of what came of it: files in the data folder."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from clubscore.backups.asking import REQUEST as BACKUP_REQUEST
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.restoring.asking import (
    REQUEST,
    RestoreOutcome,
    RestoreRequest,
    RestoreResult,
    ask_for_restore,
    backup_called,
    forget_request,
    last_outcome,
    note_outcome,
    store_request,
    stored_request,
)
from clubscore.upkeep.restarting import FILE, WATCHED, CannotRestart
from tests.backups.backups import noted
from tests.factories import member

NOW = timezone.now()


@pytest.fixture
def here(settings, tmp_path):
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    settings.BACKUP_FOLDER.mkdir()
    return tmp_path


@pytest.fixture
def watched(monkeypatch):
    monkeypatch.setenv(WATCHED, "1")


@pytest.fixture
def backup(here):
    return noted(here / "backups", NOW - timedelta(days=1))


@pytest.fixture
def ruth(db):
    return member("Ruth Abel", role=Role.OWNER)


def request_of(backup, **changes):
    facts = {"by": "Ruth Abel", "asked_at": NOW} | changes
    return RestoreRequest(backup.path.name, backup.made_at, **facts)


def test_it_is_stored_and_the_server_starts_anew(backup, ruth, watched, here):
    ask_for_restore(backup=backup, by=ruth, now=NOW)
    assert stored_request() == request_of(backup, sign_in_name="ruth-abel")
    assert (here / FILE).exists()
    forget_request()
    assert stored_request() is None


def test_where_nobody_would_start_the_server_again_it_is_refused(backup, ruth, here):
    with pytest.raises(CannotRestart, match="Whoever looks after the computer"):
        ask_for_restore(backup=backup, by=ruth, now=NOW)
    assert not (here / REQUEST).exists()


def test_it_waits_for_a_backup_that_is_being_made(backup, ruth, watched, here):
    (here / BACKUP_REQUEST).touch()
    with pytest.raises(Refused, match="A backup is being made just now"):
        ask_for_restore(backup=backup, by=ruth, now=NOW)
    assert not (here / REQUEST).exists()


def test_it_is_for_its_owner_alone(backup, here):
    store_request(request_of(backup))
    assert (here / REQUEST).stat().st_mode & 0o077 == 0
    assert [path.name for path in here.iterdir()] == ["backups", REQUEST]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"backup": "a"}',
        '{"backup": "a", "made_at": "x", "by": "R", "asked_at": "y"}',
    ],
)
def test_a_file_that_is_no_request_is_none(here, text):
    (here / REQUEST).write_text(text)
    assert stored_request() is None


def test_only_backups_of_the_club_s_own_list_can_be_named(backup, here):
    (here / "club.sqlite3").write_bytes(b"SQLite format 3\0")
    assert backup_called(backup.path.name) == backup
    for name in ("../club.sqlite3", str(here / "club.sqlite3"), backup.note.name, ""):
        assert backup_called(name) is None


@pytest.mark.parametrize(
    ("age", "begun", "may"),
    [
        (timedelta(), 0, True),
        (timedelta(minutes=59), 1, True),
        (timedelta(), 2, False),
        (timedelta(hours=2), 0, False),
        (-timedelta(hours=2), 0, False),
    ],
)
def test_it_begins_twice_at_most_and_not_long_after_it_was_asked_for(
    backup, age, begun, may
):
    request = request_of(backup, begun=begun)
    assert request.may_begin(NOW + age) is may


def test_one_that_has_replaced_the_database_is_finished_at_any_time(backup, here):
    (here / "restore_unfinished").write_text(f"{backup.path}\n")
    assert request_of(backup, begun=1).may_begin(NOW + timedelta(days=3))


def test_the_outcome_is_noted_and_read(backup, here):
    assert last_outcome() is None
    outcome = RestoreOutcome(
        backup.made_at, "Ruth Abel", NOW, RestoreResult.FAILED, "The disk is full."
    )
    note_outcome(outcome)
    assert last_outcome() == outcome
    Path(here, "restore_done.json").write_text('{"result": "something else"}')
    assert last_outcome() is None
