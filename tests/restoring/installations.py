"""A club that is installed in a folder of its own, on a database of the kind that the tests run on."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from clubscore.members.models import AuditEvent, Member
from clubscore.office.audit_source import RESTORED
from tests.restoring import killed
from tests.restoring.commands import manage, surroundings
from tests.soak.kills.own_database import database_at
from tests.source_code import ROOT


class Installation:
    """A club in a folder of its own, known by the name of its first member.

    `place` is its database, for `database_at`.
    """

    def __init__(self, folder: Path, url: str, place: dict[str, str]) -> None:
        self.folder, self.url, self.place = folder, url, place

    def manage(
        self, *words: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return manage(self.folder, *words, DATABASE_URL=self.url, **environment)

    def killed(
        self, at: int, *words: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run the command and kill it at its step number `at`, counted from 1. With 0 the command runs to its end."""
        command = [sys.executable, killed.__file__, str(at), *words]
        environment = surroundings(self.folder, DATABASE_URL=self.url, **environment)
        return subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True
        )

    def steps_of(self, *words: str, **environment: str) -> int:
        """Run the command to its end and return how many steps it had."""
        whole = self.killed(0, *words, **environment)
        assert whole.returncode == 0, whole.stderr
        return int(whole.stderr.rpartition("things done: ")[2])

    def first_member(self) -> str:
        with database_at(**self.place):
            return Member.objects.order_by("pk")[0].name

    def restores_in_the_audit(self) -> int:
        with database_at(**self.place):
            return AuditEvent.objects.filter(after__startswith=RESTORED).count()

    def has_settings(self) -> bool:
        return "Europe/Paris" in (self.folder / "club.env").read_text()

    def wait_until_nobody_is_connected(self) -> None:
        """Wait until PostgreSQL has noticed that the killed processes are gone and has rolled back their
        transactions.
        """
        if connection.vendor == "sqlite":
            return
        give_up = time.monotonic() + 30
        while time.monotonic() < give_up:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = %s",
                    [self.place["NAME"]],
                )
                if cursor.fetchone()[0] == 0:
                    return
            time.sleep(0.1)
        pytest.fail("somebody is still connected")
