from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from clubscore.backups.addresses import sqlite_url
from clubscore.backups.children import manage
from clubscore.backups.held import ALONE, LockHeld, held, place_of_service
from clubscore.backups.sqlite_copy import in_one_file
from clubscore.refusals import Refused
from clubscore.restoring.aside import clear_working_folders, replace_database
from clubscore.restoring.lost_club import require_no_lost_club
from clubscore.restoring.onto_sqlite import require_closed
from clubscore.restoring.scratch import scratch_file
from clubscore.upkeep.demonstration import is_demonstration


class Command(BaseCommand):
    help = "Move the demonstration club aside and begin again with a new one. Refuses every other club."
    requires_system_checks = ()  # which would make an empty database where there is none

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                "Only an SQLite database is begun again here: drop and create the database yourself."
            )
        database = Path(connection.settings_dict["NAME"])
        place = place_of_service()
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with held(place, ALONE):
                self._require_demonstration(database)
                self._begin_again(database)
        except LockHeld as error:
            raise CommandError(
                "The club is being served: stop the server first. Nothing was changed."
            ) from error
        except (Refused, OSError) as error:
            raise CommandError(str(error)) from error

    def _require_demonstration(self, database: Path) -> None:
        """Require that the database is missing or has the demonstration club.

        Raises CommandError if it has another club, CannotRestore if another process has it open, ClubIsAway if it is
        empty where a club was before, RestoreUnfinished if a restore ended before it had written the settings.
        """
        require_no_lost_club()
        if database.exists() and not is_demonstration():
            raise CommandError(
                f"{database} is not the demonstration club, so it stays. A club of your own is never thrown away by a "
                "command: move its folder yourself, or name another by CLUB_DATA_DIR."
            )
        require_closed(database)

    def _begin_again(self, database: Path) -> None:
        with scratch_file(beside=database.parent) as made:
            prepared = manage(
                "prepare", "--demonstration", DATABASE_URL=sqlite_url(made)
            )
            if prepared.code:
                raise CommandError(prepared.reason)
            in_one_file(made)
            aside = replace_database(database, by=made, now=timezone.localtime())
        clear_working_folders(database.parent)
        if aside:
            self.stdout.write(f"The former demonstration club is in {aside}.")
        self.stdout.write(prepared.output)
