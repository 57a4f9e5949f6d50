"""An update is really killed at each of its steps: the next start finishes it, or the old version continues.

The newer version is `tests/upkeep/newer`. `tests/upkeep/test_update_interrupted.py` tests such interruptions faster,
without real processes.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from clubscore.backups.notes import Backup, BackupReason, backups_in
from clubscore.rubbers.models import Deal
from clubscore.upkeep.models import Release
from tests.restoring.installations import Installation
from tests.soak.kills.own_database import database_at

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

UPDATE = {"DJANGO_SETTINGS_MODULE": "tests.upkeep.newer.settings"}
# Each `migrate` writes rows of its version there.
NOT_OF_THE_CLUB = (
    *("auth_group_permissions", "auth_permission", "django_content_type"),
    *("django_migrations", "upkeep_release"),
)
Rows = dict[str, list[str]]


class Before:
    """The club as the old version left it; it can be brought back any number of times."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        with database_at(**installation.place), connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            self.columns = {
                table: [
                    column.name
                    for column in connection.introspection.get_table_description(
                        cursor, table
                    )
                ]
                for table in tables
                if table not in NOT_OF_THE_CLUB
            }
            self.deals = Deal.objects.count()
        self.rows = self.rows_now()
        self._keep()

    def rows_now(self) -> Rows:
        """All rows now, restricted to the tables and columns that the old version has."""
        with database_at(**self.installation.place), connection.cursor() as cursor:
            rows = {}
            for table, columns in self.columns.items():
                cursor.execute(
                    f"SELECT {', '.join(map(connection.ops.quote_name, columns))} FROM {table}"
                )
                rows[table] = sorted(map(repr, cursor.fetchall()))
            return rows

    def come_back(self) -> None:
        shutil.rmtree(self.installation.folder / "backups", ignore_errors=True)
        if connection.vendor == "sqlite":
            club = Path(self.installation.place["NAME"])
            for beside in club.parent.glob(f"{club.name}-*"):
                beside.unlink()
            shutil.copyfile(self._kept, club)
            return
        self._copy(self._kept, self.installation.place["NAME"])

    def forget(self) -> None:
        if connection.vendor == "postgresql":
            _execute(f"DROP DATABASE {self._kept} WITH (FORCE)")

    def _keep(self) -> None:
        if connection.vendor == "sqlite":
            self._kept = str(self.installation.folder / "kept")
            with database_at(**self.installation.place), connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [self._kept])
            return
        self._kept = "clubscore_kept"
        self._copy(self.installation.place["NAME"], self._kept)

    def _copy(self, there: str, here: str) -> None:
        _execute(f"DROP DATABASE IF EXISTS {here} WITH (FORCE)")
        _execute(f"CREATE DATABASE {here} TEMPLATE {there}")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def before(installation: Installation) -> Iterator[Before]:
    kept = Before(installation)
    yield kept
    kept.forget()


def before_the_update(installation: Installation) -> list[Backup]:
    """The backups that were made before the update and that the old version can read, the newest first."""
    there = [
        each
        for each in backups_in(installation.folder / "backups")
        if each.why is BackupReason.UPDATE
    ]
    return [each for each in there if "hands.0002_lead" not in each.migrations]


def is_refused(installation: Installation) -> bool:
    """True if the old version refuses to serve the database; its message then names the version to install."""
    start = installation.manage("check", "--tag=database", "--database=default")
    assert (
        start.returncode == 0 or "Install that version or a later one" in start.stderr
    ), start.stderr
    return start.returncode != 0


def finish(installation: Installation, before: Before) -> None:
    """Finish the update by the next start of the newer version, and check that no row was lost."""
    start = installation.manage("prepare", **UPDATE)
    assert start.returncode == 0, start.stderr
    assert before.rows_now() == before.rows
    with database_at(**installation.place), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM hands_lead WHERE card = '♠A'")
        assert cursor.fetchone()[0] == before.deals
        assert "9.1.0" in Release.objects.values_list("version", flat=True)
    assert before_the_update(installation), "there is a way back"


def go_back(installation: Installation, before: Before) -> None:
    """Go back to the old version, by its backup from before the update if the database is already the newer
    version's.
    """
    if is_refused(installation):
        backup = before_the_update(installation)[0]
        back = installation.manage("restore_club", str(backup.path), "--yes")
        assert "Back are" in back.stdout, back.stderr
    start = installation.manage("prepare")
    assert start.returncode == 0, start.stderr
    assert before.rows_now() == before.rows
    assert not is_refused(installation)


@pytest.mark.parametrize(("go_on", "every"), [(finish, 1), (go_back, 2)])
def test_a_kill_at_any_step_leaves_a_club_that_goes_on(
    installation, before, go_on, every
):
    steps = installation.steps_of("prepare", **UPDATE)
    finish(installation, before)
    for at in range(1, steps + 1, every):
        before.come_back()
        ended = installation.killed(at, "prepare", **UPDATE)
        assert ended.returncode == -9, ended.stderr
        assert before.rows_now() == before.rows
        installation.wait_until_nobody_is_connected()
        go_on(installation, before)
    audit = installation.manage("audit_club", **(UPDATE if go_on is finish else {}))
    assert audit.returncode == 0, audit.stderr


def test_one_that_is_killed_again_and_again_keeps_the_way_back(installation, before):
    """Case: a computer restarts the killed update each time, and each start makes another backup."""
    steps = installation.steps_of("prepare", **UPDATE)
    before.come_back()
    for at in range(1, steps + 1):
        ended = installation.killed(at, "prepare", **UPDATE)
        installation.wait_until_nobody_is_connected()
        if ended.returncode == 0:
            break
        assert ended.returncode == -9, ended.stderr
    assert is_refused(installation)
    go_back(installation, before)
