from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from clubscore.upkeep.aside import move_aside, sqlite_files
from clubscore.upkeep.demonstration import is_demonstration


class Command(BaseCommand):
    help = "Move the demonstration club aside and begin again with a new one. Refuses every other club."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("Only an SQLite database is begun again here: drop and create the database yourself.")
        database = Path(connection.settings_dict["NAME"])
        if database.exists() and not is_demonstration():
            raise CommandError(
                f"{database} is not the demonstration club, so it stays. A club of your own is never thrown away by a "
                "command: move its folder yourself, or name another by CLUB_DATA_DIR."
            )
        connection.close()
        there = move_aside(sqlite_files(database), folder=settings.DATA_DIR, now=timezone.localtime())
        self.stdout.write(f"The former demonstration club is in {there}.")
        call_command("prepare", demonstration=True)
