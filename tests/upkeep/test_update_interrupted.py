"""An update is interrupted in a migration or before it is recorded: the next start finishes it and repeats nothing.

`tests/restoring/test_updates_killed.py` tests every step with real processes that are really killed.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.transaction import TransactionManagementError

from clubscore.rubbers.models import Deal
from tests.factories import agreed_rubber
from tests.soak.kills.own_database import database_at
from tests.upkeep.empty import empty_database

ENDS = re.compile("INSERT INTO .?django_migrations|UPDATE .?hands_lead")
NEWER = {"hands": "tests.upkeep.newer.hands"}


class Cut(BaseException):
    """Ends the program like a kill: it is no Exception, so no error handler catches it."""


class Watch:
    """Interrupts the program before the statement with the number `at` among those where an interruption is tested."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.seen: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        if ENDS.match(sql):
            self.seen.append(sql)
            if len(self.seen) == self.at:
                raise Cut
        return execute(sql, *others)


def applied() -> set[str]:
    """The new migrations that the database has recorded as applied."""
    return {
        name
        for app, name in MigrationRecorder(connection).applied_migrations()
        if app == "hands"
    } - {"0001_first"}


def done() -> set[str]:
    """The new migrations whose changes are in the database."""
    with connection.cursor() as cursor:
        found = set()
        if "hands_lead" in connection.introspection.table_names(cursor):
            cursor.execute(
                "SELECT count(*), count(*) FILTER (WHERE card = '♠A') FROM hands_lead"
            )
            rows, cards = cursor.fetchone()
            found |= (
                {"0002_lead"}
                if rows == Deal.objects.count()
                else {"a part of 0002_lead"}
            )
            found |= (
                {"0004_cards"}
                if cards == rows
                else {"a part of 0004_cards"}
                if cards
                else set()
            )
        columns = connection.introspection.get_table_description(cursor, "rubbers_deal")
        return found | (
            {"0003_column"} if "lead" in {column.name for column in columns} else set()
        )


def update(watch: Watch) -> bool:
    """Update on a new database connection, which ends with the program. Returns True if the update was completed."""
    with database_at(NAME=connection.settings_dict["NAME"]):
        connection.execute_wrappers.append(watch)
        try:
            call_command("migrate", verbosity=0)
        except (
            Cut,
            TransactionManagementError,
        ):
            # Where Django would ask something on the way out.
            return False
        return True


@pytest.mark.slow
@pytest.mark.landing
def test_each_migration_is_there_and_noted_or_neither(
    transactional_db, tmp_path: Path, settings
):
    with empty_database(tmp_path, "clubscore_updated"):
        call_command("migrate", verbosity=0)
        agreed_rubber()
        settings.MIGRATION_MODULES = NEWER
        at, cuts = 1, 0
        while True:
            before = applied()
            if update(watch := Watch(at)):
                break
            cuts += 1
            assert done() == applied(), f"cut before: {watch.seen[-1]}"
            at = at + 1 if applied() == before else 1
        assert done() == applied() == {"0002_lead", "0003_column", "0004_cards"}
        assert cuts >= 5, (
            "at each of the two updates, and before each migration is noted"
        )
