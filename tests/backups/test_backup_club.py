"""`manage.py backup_club`: a backup is complete, checked and readable by its owner alone, or does not exist."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.models.signals import pre_migrate
from django.test import Client

from clubscore.backups import making
from clubscore.backups.making import ENDINGS, make_backup
from clubscore.backups.notes import (
    BackupCheck,
    BackupReason,
    last_failure,
    newest_backup,
    note_failure,
)
from clubscore.backups.postgresql_tools import ToolFailed, connected, run
from clubscore.backups.words import age_in_seconds
from clubscore.members.models import OpenSession
from clubscore.rubbers.models import Deal
from tests.factories import NOON, agreed_rubber, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    return tmp_path / "backups"


def rows_in(backup, table) -> int:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(backup.path)) as copy:
            return copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    copied = run(
        "pg_restore",
        "--data-only",
        f"--table={table}",
        "--file=-",
        str(backup.path),
        environment={},
    )
    return sum("\t" in line for line in copied.splitlines())


@pytest.mark.slow
@pytest.mark.landing
def test_a_backup_has_every_row_but_the_sessions_and_was_audited(folder, capsys):
    agreed_rubber()
    Client().force_login(member("Ruth Abel"))
    assert OpenSession.objects.exists()
    call_command("backup_club")
    made = newest_backup()
    assert (made.why, made.check, made.remark) == (
        BackupReason.BY_HAND,
        BackupCheck.AUDITED,
        "",
    )
    assert made.path.name.endswith(ENDINGS[connection.vendor])
    assert rows_in(made, "rubbers_deal") == Deal.objects.count()
    assert rows_in(made, "members_opensession") == 0
    assert OpenSession.objects.exists(), "members stay signed in"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert len(list(folder.iterdir())) == 2, "nothing unfinished is left"
    assert f"{made.path} (" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.landing
def test_mistakes_in_the_books_are_told_and_the_backup_stays(folder):
    rubber = agreed_rubber()
    rewrite(Deal.objects.filter(rubber=rubber, number=1), tricks=13)
    with pytest.raises(
        CommandError, match="The backup is whole, but the audits found mistakes in it"
    ):
        call_command("backup_club")
    assert newest_backup().check is BackupCheck.DIFFERS


def test_a_full_disk_is_noticed_before_anything_is_written(folder, monkeypatch):
    monkeypatch.setattr(
        making.shutil,
        "disk_usage",
        lambda path: shutil._ntuple_diskusage(10, 9, 1_000_000),
    )
    with pytest.raises(
        CommandError,
        match=r"No backup was made: the disk of .* has 1 MB left, and \d+ MB are needed",
    ):
        call_command("backup_club")
    assert list(folder.iterdir()) == []


def test_a_disk_that_is_not_connected_is_no_place_for_a_new_folder(
    folder, settings, tmp_path
):
    settings.BACKUP_FOLDER = tmp_path / "mnt" / "usb"
    with pytest.raises(CommandError, match="usb is not there. Is its disk connected"):
        call_command("backup_club")
    assert not settings.BACKUP_FOLDER.exists()


def test_what_failed_leaves_nothing_behind(folder, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise ToolFailed("pg_dump: the connection was lost")

    monkeypatch.setattr(making, "_write_and_check", fail)
    note_failure(at=NOON, why="Earlier")
    with pytest.raises(
        CommandError, match="No backup was made: pg_dump: the connection was lost"
    ):
        call_command("backup_club")
    assert list(folder.iterdir()) == []
    assert last_failure(NOON).why == "Earlier"


@pytest.mark.parametrize(
    "noted_at", [NOON - timedelta(days=200), NOON + timedelta(days=900)]
)
def test_a_failure_that_was_made_good_does_not_come_back_with_another_folder(
    noted_at, folder, settings, monkeypatch
):
    monkeypatch.setattr(
        making, "_write_and_check", lambda path, **_: (BackupCheck.AUDITED, "")
    )
    note_failure(at=noted_at, why="Of long ago")
    make_backup(folder=folder, why=BackupReason.NIGHTLY, now=NOON)
    settings.BACKUP_FOLDER = folder / "new"
    assert last_failure(NOON) is None
    assert last_failure(NOON + timedelta(days=1000)) is None


def test_a_failure_that_a_clock_noted_ahead_of_time_is_not_told(folder):
    note_failure(at=NOON + timedelta(days=900), why="In the future")
    assert last_failure(NOON) is None


@pytest.mark.slow
@pytest.mark.landing
def test_before_an_update_the_database_of_a_club_is_backed_up(folder, capsys):
    member("Anna")
    send_before_a_migration("0001_of_tomorrow", settings_at="04:30")
    made = newest_backup()
    assert (made.why, made.check) == (BackupReason.UPDATE, BackupCheck.AUDITED)
    assert "Before the update a backup was made" in capsys.readouterr().out


def send_before_a_migration(*plan: object, settings_at: str) -> None:
    from django.apps import apps  # noqa: PLC0415
    from django.test import override_settings  # noqa: PLC0415

    with override_settings(BACKUP_AT=settings_at):
        pre_migrate.send(
            apps.get_app_config("members"),
            app_config=None,
            verbosity=0,
            using="default",
            plan=list(plan),
        )


def test_no_backup_is_made_of_a_new_database_nor_where_nothing_will_change(folder):
    send_before_a_migration("0001_first", settings_at="04:30")  # nobody is in it
    member("Anna")
    send_before_a_migration(settings_at="04:30")
    send_before_a_migration("0001_first", settings_at=None)
    assert newest_backup() is None


def test_without_the_backup_the_update_does_not_begin(folder, settings, tmp_path):
    member("Anna")
    settings.BACKUP_FOLDER = tmp_path / "mnt" / "usb"
    with pytest.raises(
        CommandError, match="was not brought up to date, and nothing was changed"
    ):
        send_before_a_migration("0001_first", settings_at="04:30")


def test_no_password_is_on_a_command_line_or_in_a_message():
    database = {
        "NAME": "club",
        "USER": "ruth",
        "PASSWORD": "very secret",
        "HOST": "127.0.0.1",
        "PORT": "1",
    }
    with connected(
        database | {"OPTIONS": {"sslmode": "require", "isolation_level": 2}}
    ) as environment:
        service = Path(environment["PGSERVICEFILE"]).read_text()
        assert "sslmode=require" in service
        assert "isolation_level" not in service
        assert "very secret" not in service
        assert environment["PGPASSWORD"] == "very secret"
        with pytest.raises(ToolFailed) as failed:
            run("pg_dump", "--dbname=service=club", environment=environment)
    assert "very secret" not in str(failed.value)


def test_a_note_that_is_none_is_passed_over(folder):
    folder.mkdir()
    for number, content in enumerate(
        ("{", "[]", "{}", json.dumps({"format": "clubscore backup 1", "why": "?"}))
    ):
        (folder / f"{number}.sqlite3").touch()
        (folder / f"{number}.sqlite3.json").write_text(content)
    assert newest_backup() is None


@pytest.mark.landing
def test_monitors_read_the_age_of_the_newest_one(folder):
    assert age_in_seconds() is None
    call_command("backup_club")
    assert 0 <= age_in_seconds() < 3600
