"""The restore that was asked for in the office, done by the next start: its outcomes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubscore.backups.children import CommandResult
from clubscore.backups.held import SHARED, held
from clubscore.backups.making import BackupFailed
from clubscore.backups.notes import BackupReason
from clubscore.restoring import at_start
from clubscore.restoring.asking import (
    RestoreRequest,
    RestoreResult,
    last_outcome,
    store_request,
    stored_request,
)
from clubscore.restoring.at_start import restore_as_asked
from clubscore.restoring.files import CannotRestore
from clubscore.restoring.settings_follow import RestoreUnfinished
from clubscore.upkeep import restarting
from tests.backups.backups import noted

NOW = timezone.now()


class Doing:
    """A record of what a restore does, in place of doing it."""

    def __init__(self, monkeypatch, tmp_path):
        self.done = []
        self.fails = {}
        self.audits = CommandResult(0, "", "")
        for name in ("make_backup", "restore_in_place", "require_unused", "look_at"):
            monkeypatch.setattr(at_start, name, self._noting(name))
        monkeypatch.setattr(at_start, "manage", lambda *words: self.audits)
        monkeypatch.setattr(at_start, "place_of_service", lambda: tmp_path / "served")

    def _noting(self, name):
        def act(*arguments, **options):
            self.done.append(name)
            self.options = options
            if error := self.fails.get(name):
                raise error

        return act


@pytest.fixture
def doing(db, monkeypatch, settings, tmp_path):
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    settings.HOST, settings.PORT = "127.0.0.1", 0
    settings.BACKUP_FOLDER.mkdir()
    return Doing(monkeypatch, tmp_path)


@pytest.fixture
def backup(doing, tmp_path):
    return noted(tmp_path / "backups", NOW - timedelta(days=1))


def ask(backup, **changes):
    facts = {"by": "Ruth Abel", "asked_at": timezone.now()} | changes
    store_request(RestoreRequest(backup.path.name, backup.made_at, **facts))


def test_each_start_looks_for_a_request():
    assert restore_as_asked in restarting.before_start


def test_without_a_request_nothing_is_done(doing):
    assert not restore_as_asked()
    assert doing.done == []


def test_a_backup_of_now_comes_before_the_restore(doing, backup):
    ask(backup)
    assert restore_as_asked()
    steps = ["require_unused", "look_at", "make_backup", "restore_in_place"]
    assert doing.done == steps
    outcome = last_outcome()
    assert (outcome.result, outcome.by) == (RestoreResult.DONE, "Ruth Abel")
    assert stored_request() is None


def test_the_backup_that_is_restored_is_not_thrown_away_by_that_of_now(
    doing, backup, monkeypatch
):
    made = {}
    monkeypatch.setattr(at_start, "make_backup", lambda **options: made.update(options))
    ask(backup)
    restore_as_asked()
    assert made["spared"] == backup
    assert made["why"] is BackupReason.RESTORE


@pytest.mark.parametrize(
    ("step", "error", "result"),
    [
        ("make_backup", BackupFailed("The disk is full."), RestoreResult.FAILED),
        ("look_at", CannotRestore("It is damaged."), RestoreResult.FAILED),
        ("restore_in_place", OSError("No room."), RestoreResult.FAILED),
        (
            "restore_in_place",
            RestoreUnfinished("club.env cannot be written."),
            RestoreResult.UNFINISHED,
        ),
    ],
)
def test_a_failure_is_noted_and_the_request_is_done_with(
    doing, backup, step, error, result
):
    doing.fails[step] = error
    ask(backup)
    assert restore_as_asked()
    outcome = last_outcome()
    assert (outcome.result, outcome.why) == (result, str(error))
    assert not outcome.is_done
    assert stored_request() is None


def test_a_restore_does_not_begin_without_a_backup_of_now(doing, backup):
    doing.fails["make_backup"] = BackupFailed("The disk is full.")
    ask(backup)
    restore_as_asked()
    assert "restore_in_place" not in doing.done


def test_mistakes_in_the_books_of_the_backup_are_told(doing, backup):
    doing.audits = CommandResult(1, "", "Rubber 3 does not add up.")
    ask(backup)
    restore_as_asked()
    assert last_outcome().result is RestoreResult.DONE_WITH_MISTAKES
    assert "Rubber 3" in last_outcome().why


def test_a_backup_that_is_gone_changes_nothing(doing, backup):
    ask(backup)
    backup.path.unlink()
    restore_as_asked()
    assert last_outcome().why == "The backup is no longer there."
    assert doing.done == []


def test_one_that_is_killed_twice_is_not_begun_a_third_time(doing, backup, monkeypatch):
    class Killed(BaseException):
        pass

    doing.fails["restore_in_place"] = Killed()
    ask(backup)
    for _ in range(2):
        with pytest.raises(Killed):
            restore_as_asked()
    doing.done.clear()
    assert restore_as_asked()
    assert doing.done == []
    assert last_outcome().result is RestoreResult.CUT_OFF
    assert stored_request() is None


def test_an_old_request_is_not_done(doing, backup):
    ask(backup, asked_at=timezone.now() - timedelta(days=2))
    assert restore_as_asked()
    assert doing.done == []
    assert last_outcome().result is RestoreResult.CUT_OFF


def test_while_another_server_has_the_club_open_nothing_is_changed(
    doing, backup, tmp_path, monkeypatch
):
    monkeypatch.setattr(at_start, "PATIENCE", 0.0)
    ask(backup)
    with held(tmp_path / "served", SHARED):
        assert restore_as_asked()
    assert doing.done == []
    assert last_outcome().result is RestoreResult.FAILED
    assert "Another server" in last_outcome().why


def test_of_two_servers_that_stop_for_it_one_does_it(doing, backup, monkeypatch):
    ask(backup)
    seen = [stored_request(), None]
    monkeypatch.setattr(at_start, "stored_request", lambda: seen.pop(0))
    assert restore_as_asked()
    assert doing.done == []
    assert last_outcome() is None


def test_the_restored_club_is_told_who_asked(doing, backup):
    ask(backup, sign_in_name="ruth")
    restore_as_asked()
    assert doing.options["by"] == "ruth"
