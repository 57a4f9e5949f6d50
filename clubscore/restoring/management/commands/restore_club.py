import os
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from django.utils.dateformat import format as formatted

from clubscore.archive.management.commands.import_club import in_the_office
from clubscore.backups.children import manage
from clubscore.backups.held import ALONE, LockHeld, held, place_of_service
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.restoring.files import RestorableFile, look_at
from clubscore.restoring.in_place import require_unused, restore_in_place
from clubscore.restoring.settings_follow import (
    RestoreUnfinished,
    require_finished_restore,
)
from clubscore.rubbers.models import Deal, Rubber


def _and_now() -> str:
    """A sentence about the steps that are left after an interrupted restore; empty if no step is left."""
    try:
        require_finished_restore()
    except RestoreUnfinished as unfinished:
        return f" {unfinished}"
    return ""


class Command(BaseCommand):
    help = "Bring the club back from a backup or an archive, in place of what is there, which is moved aside."
    requires_system_checks = ()  # which would make an empty database where there is none

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            help="what backup_club or export_club has written, of either database",
        )
        parser.add_argument(
            "--yes",
            action="store_true",
            help="do not ask; needed where there is no terminal",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"].resolve()
        place = place_of_service()
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with held(place, ALONE):
                found = look_at(path)
                require_unused()
                self._announce(found)
                self._ask(options["yes"])
                aside = restore_in_place(found, by=None, now=timezone.localtime())
        except RestoreUnfinished as error:
            raise CommandError(str(error)) from error
        except LockHeld as error:
            raise CommandError(
                "The club is being served: stop the server first. Nothing was changed."
            ) from error
        except KeyboardInterrupt as stopped:
            raise CommandError(
                f"Stopped. The club that was there or the new one is in place, and whole.{_and_now()}"
            ) from stopped
        except (Refused, OSError) as error:
            why = str(error).removesuffix("; nothing was changed.").rstrip(".")
            raise CommandError(f"{why}. Nothing was changed.") from error
        self._report(found, aside)

    def _announce(self, found: RestorableFile) -> None:
        club = (found.settings or {}).get("CLUB_NAME")
        of_club = f" ({club})" if club else ""
        as_of = ""
        if found.made_at:
            made_at = formatted(timezone.localtime(found.made_at), "j F Y, H:i")
            as_of = f", as of {made_at}"
        self.stdout.write(f"{found.path} is {found.kind}{of_club}{as_of}.")
        if found.left_out:
            self.stderr.write(
                self.style.WARNING(
                    "\n".join(["It was made without these:", *found.left_out])
                )
            )
        where = "on PostgreSQL" if connection.vendor == "postgresql" else "of SQLite"
        self.stdout.write(
            f"The club in it takes the place of what is in the database {connection.settings_dict['NAME']} {where}. "
            "What is there now is moved aside first."
        )
        for name, value in found.missing_settings.items():
            self.stdout.write(f"{name} is not set here: it becomes {value}, as it was.")

    def _ask(self, is_agreed: bool) -> None:
        if is_agreed:
            return
        if sys.stdin is None or not sys.stdin.isatty():
            raise CommandError("Without a terminal give --yes. Nothing was changed.")
        if input("Shall it be done? [yes/no] ").strip().lower() not in {"y", "yes"}:
            raise CommandError("Nothing was changed.")

    def _report(self, found: RestorableFile, aside: Path | None) -> None:
        audits = manage("audit_club")
        if aside:
            self.stdout.write(f"What was there is in {aside}.")
        rubbers, deals = Rubber.objects.count(), Deal.objects.count()
        self.stdout.write(
            f"Back are {Member.objects.count():,} members, {rubbers:,} rubbers and {deals:,} deals."
        )
        self.stdout.write(in_the_office())
        self._tell_of_settings(found)
        if audits.code:
            raise CommandError(
                f"The club is back, but the audits found mistakes in it: {audits.errors}"
            )
        self.stdout.write(
            f"{audits.output}\nEverybody signs in again, with the password as before."
        )

    def _tell_of_settings(self, found: RestorableFile) -> None:
        if found.settings is None:
            self.stderr.write(
                self.style.WARNING(
                    "The note beside the backup is not there, which says with which TIME_ZONE and CLUB_CURRENCY it was "
                    "made: make them the same here before anybody signs in."
                )
            )
        here = {
            "TIME_ZONE": settings.TIME_ZONE,
            "CLUB_CURRENCY": settings.CLUB_CURRENCY,
        }
        for name, value in (found.settings or {}).items():
            if name in here and name in os.environ and here[name] != value:
                self.stderr.write(
                    self.style.WARNING(
                        f"{name} was {value or 'not set'}, and is {here[name]} here."
                    )
                )
