from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.archive.manifest import UnusableArchive
from clubscore.archive.older import write_anew


class Command(BaseCommand):
    help = (
        "Write an archive of an earlier version anew, as this version would. Needs a new, empty database for it; "
        "import_club does it by itself."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("old", type=Path)
        parser.add_argument("new", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            write_anew(old=options["old"], new=options["new"])
        except UnusableArchive as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{options['new']} is as this version writes it.")
