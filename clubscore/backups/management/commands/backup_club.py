import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubscore.backups.making import BackupFailed, make_backup
from clubscore.backups.nightly import give_way
from clubscore.backups.notes import Backup, BackupCheck, BackupReason, note_failure

logger = logging.getLogger("clubscore.backups")


class Command(BaseCommand):
    help = "Make a backup of the database while the club plays, check it, and keep 7 daily, 5 weekly and 12 monthly."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            help="else BACKUP_FOLDER: backups in the data folder",
        )
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="as the server does it by itself: after everything else that this computer does, and told by the log",
        )
        parser.add_argument(
            "--asked",
            action="store_true",
            help="as the server does it when the office asks for it: like --nightly, and kept as one made by hand",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"] or settings.BACKUP_FOLDER
        if options["nightly"] or options["asked"]:
            is_asked = options["asked"]
            why = BackupReason.BY_HAND if is_asked else BackupReason.NIGHTLY
            give_way()
            self._make_for_server(folder, why)
            return
        try:
            made = make_backup(
                folder=folder.resolve(), why=BackupReason.BY_HAND, now=timezone.now()
            )
        except BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{made.path} ({made.size / 1e6:.1f} MB): {made.check}. Readable by you alone."
        )
        self._report(made)

    def _make_for_server(self, folder: Path, why: BackupReason) -> None:
        now = timezone.now()
        try:
            made = make_backup(folder=folder, why=why, now=now)
        except BackupFailed as error:
            note_failure(at=now, why=str(error))
            logger.error("%s It is tried again in an hour.", error)
            raise CommandError(str(error)) from error
        logger.info(
            "The %s backup is %s (%.1f MB): %s.",
            why,
            made.path,
            made.size / 1e6,
            made.check,
        )
        if made.check is BackupCheck.DIFFERS:
            logger.error(
                "The audits of the backup found mistakes in the books: %s", made.remark
            )

    def _report(self, made: Backup) -> None:
        if made.check is BackupCheck.DIFFERS:
            raise CommandError(
                f"The backup is whole, but the audits found mistakes in it: {made.remark}"
            )
        if made.remark:
            self.stderr.write(self.style.WARNING(made.remark))
