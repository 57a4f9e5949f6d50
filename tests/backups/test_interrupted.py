"""A backup can stop at each of its steps: no half file counts, no older backup is lost, and the next one cleans up.

`tests/restoring/test_backups_killed.py` tests this with real processes that are really killed.
"""

import itertools
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection

from clubscore.backups import making
from clubscore.backups.making import make_backup
from clubscore.backups.notes import Backup, BackupCheck, BackupReason, backups_in
from clubscore.backups.postgresql_tools import run
from tests.backups.backups import noted
from tests.factories import NOON, member
from tests.power import cut_at

pytestmark = pytest.mark.django_db(transaction=True)

FOUR_DAYS = [NOON - timedelta(days=back) for back in (1, 2, 3, 4)]
ENOUGH = 200


@pytest.fixture
def unaudited(monkeypatch):
    """Replace the checks of a finished backup by a quick success: the real ones take seconds and leave nothing."""
    for check in ("check_sqlite", "check_dump"):
        monkeypatch.setattr(making, check, lambda path, **_: (BackupCheck.AUDITED, ""))


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    settings.DATA_DIR, settings.BACKUP_FOLDER = tmp_path, tmp_path / "backups"
    return tmp_path / "backups"


def make(folder: Path, now: datetime) -> Backup:
    return make_backup(folder=folder, why=BackupReason.NIGHTLY, now=now)


def members_in(backup: Backup) -> int:
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(backup.path)) as copy:
            return copy.execute("SELECT count(*) FROM members_member").fetchone()[0]
    rows = run(
        "pg_restore",
        "--data-only",
        "--table=members_member",
        "--file=-",
        str(backup.path),
        environment={},
    )
    return sum("\t" in line for line in rows.splitlines())


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def files_of(backups: list[Backup]) -> set[Path]:
    return {path for each in backups for path in (each.path, each.note)}


@pytest.mark.landing
def test_at_each_step_there_is_a_whole_backup_or_none_and_the_next_cleans_up(
    folder, tmp_path, unaudited
):
    member("Anna")
    found = []
    for at in range(1, ENOUGH):
        here = tmp_path / str(at)
        here.mkdir()
        older = [noted(here, moment) for moment in FOUR_DAYS]
        with cut_at(at) as power:
            make(here, NOON)
        newest, *others = backups_in(here)
        found.append(newest.made_at)
        if newest.made_at == NOON:
            assert newest.path.stat().st_size == newest.size
            assert members_in(newest) == 1
            assert others == older
        else:
            assert [newest, *others] == older
        following = make(here, NOON + timedelta(days=1))
        assert members_in(following) == 1
        assert backups_in(here)[0] == following
        assert files_in(here) == files_of(backups_in(here)), f"left by step {at}"
        if not power.is_cut:
            break
    assert len(found) > 6, "there are that many steps"
    assert set(found) == {NOON - timedelta(days=1), NOON}
    assert found == sorted(found), "from one step on the new one is there"


@pytest.mark.landing
def test_what_need_not_stay_goes_whole_also_where_that_was_cut_off(
    folder, tmp_path, unaudited
):
    for at in range(1, ENOUGH):
        here = tmp_path / str(at)
        here.mkdir()
        for back in range(10):
            noted(here, NOON - timedelta(minutes=1 + back))
        with cut_at(at) as power:
            make(here, NOON)
        make(here, NOON + timedelta(minutes=1))
        assert files_in(here) == files_of(backups_in(here)), f"left by step {at}"
        assert len(backups_in(here)) == 1, "of one day the newest stays"
        if not power.is_cut:
            break


def test_one_that_is_being_made_is_not_cleaned_away_by_another(
    folder, unaudited, monkeypatch
):
    """A backup made by hand while the nightly one is being checked does not delete the nightly one's files."""
    by_hand = itertools.chain([NOON + timedelta(hours=1)])

    def meanwhile(path: Path, **_: object) -> tuple[BackupCheck, str]:
        for moment in by_hand:
            make(folder, moment)
        return BackupCheck.AUDITED, ""

    for check in ("check_sqlite", "check_dump"):
        monkeypatch.setattr(making, check, meanwhile)
    assert make(folder, NOON).made_at == NOON
    assert [each.made_at for each in backups_in(folder)] == [
        NOON + timedelta(hours=1)
    ], "the later one of this day"
