"""The pages of the backups: a backup now, and a restore, as buttons."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.backups.asking import REQUEST, is_looked_for
from clubscore.backups.notes import BackupCheck, BackupReason, note_failure
from clubscore.members.roles import Role
from clubscore.restoring import views
from clubscore.restoring.asking import (
    RestoreOutcome,
    RestoreResult,
    note_outcome,
    stored_request,
)
from clubscore.restoring.queries import WrittenSince
from clubscore.upkeep.restarting import FILE, WATCHED
from tests.backups.backups import noted
from tests.factories import PASSWORD, member

pytestmark = pytest.mark.django_db
BACKUPS, RESTORE = "/office/backups/", "/office/backups/restore/"
SURE = {"is_sure": "on", "password": PASSWORD}


@pytest.fixture
def here(settings, tmp_path, monkeypatch):
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    settings.BACKUP_AT = "04:30"
    settings.BACKUP_FOLDER.mkdir()
    monkeypatch.setenv(WATCHED, "1")
    return tmp_path


@pytest.fixture
def backup(here):
    return noted(here / "backups", timezone.now() - timedelta(days=1))


@pytest.fixture
def owner(here):
    return signed_in(Role.OWNER)


def signed_in(role):
    client = Client()
    client.force_login(member("Ruth Abel", role=role, password=PASSWORD))
    return client


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_the_list_says_of_each_backup_when_why_and_how_it_was_checked(owner, here):
    now, folder = timezone.now(), here / "backups"
    noted(folder, now - timedelta(hours=3), why=BackupReason.BY_HAND)
    noted(folder, now - timedelta(hours=9), why=BackupReason.RESTORE)
    noted(folder, now - timedelta(days=2), check=BackupCheck.DIFFERS)
    html = text(owner.get(BACKUPS))
    for words in ("made by hand", "made before a restore", "made at night"):
        assert words in html
    assert html.count("Restore…") == 3
    assert "whole, with mistakes in the books" in html


def test_no_path_stands_outside_what_is_for_experts(owner, backup, here):
    before, _, after = text(owner.get(BACKUPS)).partition("For experts")
    assert str(here) not in before
    assert str(here) in after


def test_an_admin_backs_up_and_an_owner_restores(backup):
    admin = signed_in(Role.ADMIN)
    html = text(admin.get(BACKUPS))
    assert "Back up now" in html
    assert "Restore…" not in html
    assert "An owner of the club can restore one." in html
    assert admin.get(f"{RESTORE}?backup={backup.path.name}").status_code == 403


def test_back_up_now_asks_the_server_and_the_page_looks_again(owner, here):
    is_looked_for.set()
    try:
        answer = owner.post(f"{BACKUPS}making/", follow=True)
    finally:
        is_looked_for.clear()
    assert (here / REQUEST).exists()
    assert "A backup is being made and checked." in text(answer)
    assert answer.headers["Refresh"] == "3"
    assert "Back up now" not in text(answer)


def test_a_second_one_meanwhile_is_plainly_refused(owner, here):
    (here / REQUEST).touch()
    is_looked_for.set()
    try:
        answer = owner.post(f"{BACKUPS}making/", follow=True)
    finally:
        is_looked_for.clear()
    assert "A backup is being made already." in text(answer)


def test_a_failed_backup_is_told(owner, here):
    note_failure(at=timezone.now(), why="No backup was made: 1 MB left.")
    html = text(owner.get(BACKUPS))
    assert html.index("The last backup failed") < html.index("1 MB left")


def test_the_page_of_a_restore_says_what_goes(owner, backup):
    html = text(owner.get(f"{RESTORE}?backup={backup.path.name}"))
    assert "Since then no rubber and no session was begun" in html
    assert "Everybody is signed out." in html


def test_the_page_of_a_restore_names_nothing_of_which_there_is_none(
    owner, backup, monkeypatch
):
    since = WrittenSince(rubbers=0, deals=2, sessions=0, results=1)
    monkeypatch.setattr(views, "written_since", lambda moment: since)
    html = text(owner.get(f"{RESTORE}?backup={backup.path.name}"))
    assert "2 entries of deals" in html
    assert "1 entry of a board" in html
    assert "begun since then" not in html
    assert "opened since then" not in html


@pytest.mark.parametrize("name", ["", "1", "../club.sqlite3", "/etc/passwd"])
def test_what_is_no_backup_of_the_club_is_not_found(owner, backup, name):
    for answer in (
        owner.get(RESTORE, {"backup": name}),
        owner.post(f"{RESTORE}?backup={name}", SURE),
    ):
        assert answer.status_code == 404
    assert stored_request() is None


def test_a_restore_is_asked_for_with_a_tick_and_the_password(owner, backup, here):
    answer = owner.post(f"{RESTORE}?backup={backup.path.name}", SURE)
    assert answer.status_code == 200
    assert "The club is being restored" in text(answer)
    assert 'content="15; url=/office/backups/"' in text(answer)
    assert 'href="/office/backups/" data-back' in text(answer)
    assert stored_request().backup == backup.path.name
    assert stored_request().by == "Ruth Abel"
    assert (here / FILE).exists()


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"password": PASSWORD}, "Tick that everything since then may go."),
        (SURE | {"password": "wrong"}, "That is not your password: type it again."),
        ({"is_sure": "on"}, "This field is required."),
    ],
)
def test_nothing_is_asked_for_without_them(owner, backup, here, form, sentence):
    answer = owner.post(f"{RESTORE}?backup={backup.path.name}", form)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert stored_request() is None
    assert not (here / FILE).exists()


def test_after_ten_wrong_passwords_the_right_one_is_not_looked_at(owner, backup):
    path = f"{RESTORE}?backup={backup.path.name}"
    for _ in range(10):
        owner.post(path, SURE | {"password": "wrong"})
    answer = owner.post(path, SURE)
    assert answer.status_code == 429
    assert "Too many tries." in text(answer)
    assert stored_request() is None


def test_where_nobody_would_start_the_server_the_page_says_who_can(
    owner, backup, monkeypatch
):
    monkeypatch.delenv(WATCHED)
    path = f"{RESTORE}?backup={backup.path.name}"
    html = text(owner.get(path))
    assert "Here only whoever looks after the computer can restore it." in html
    assert "password" not in html.partition("What stays")[2]
    assert owner.post(path, SURE).status_code == 409
    assert stored_request() is None


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (RestoreResult.DONE, "The club is as of"),
        (RestoreResult.DONE_WITH_MISTAKES, "The audits found mistakes in the books"),
        (RestoreResult.FAILED, "nothing was changed, the club is as it was"),
        (RestoreResult.UNFINISHED, "but without its settings"),
        (RestoreResult.CUT_OFF, "The restore was cut off"),
    ],
)
def test_what_came_of_it_is_told(owner, here, result, sentence):
    now = timezone.now()
    note_outcome(RestoreOutcome(now, "Ruth Abel", now, result, "Because of the disk."))
    html = text(owner.get(BACKUPS))
    assert sentence in html
    assert "Ruth Abel" in html or result is RestoreResult.UNFINISHED
