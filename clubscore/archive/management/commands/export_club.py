import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubscore.archive.export import file_name, pack


class Command(BaseCommand):
    help = "Write everything that the club keeps into one ZIP: tables, PBN, and what restore_club reads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="named for the club and the day when not given",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        path: Path = options["file"] or Path(file_name(now))
        try:
            # Readable by its owner alone from the first byte; there under its name only when it is whole.
            with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
                unfinished = Path(folder, path.name)
                with open(
                    os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600),
                    "w+b",
                ) as file:
                    manifest = pack(file, now=now)
                unfinished.replace(path)
        except OSError as error:
            raise CommandError(
                f"{path} cannot be written: {error.strerror}."
            ) from error
        self.stdout.write(
            f"{manifest.rows:,} rows are in {path} ({path.stat().st_size / 1e6:.1f} MB), readable by you alone.\n"
            "Keep it to yourself: it has addresses, and the passwords of all members, hashed."
        )
