from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.archive.manifest import UnusableArchive
from clubscore.archive.restore import unpack


class Command(BaseCommand):
    help = "Set a club up in an empty database from a ZIP that export_club wrote. Everything comes in, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = unpack(path=options["file"])
        except UnusableArchive as refusal:
            raise CommandError(f"{refusal} Nothing was written.") from refusal
        self.stdout.write(
            f"{manifest.club} is here, as of {manifest.made_at}: {manifest.rows:,} rows.\n"
            "Members sign in as before. Now let check_ledger, check_rubbers and check_standings say that all is well."
        )
        for difference in manifest.differences:
            self.stderr.write(self.style.WARNING(difference))
