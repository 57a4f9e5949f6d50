"""A backup before every `migrate` that will change the database of a club."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.models.signals import pre_migrate
from django.dispatch import receiver
from django.utils import timezone

from clubscore.backups.addresses import SCRATCH
from clubscore.backups.making import BackupFailed, make_backup
from clubscore.backups.notes import BackupReason
from clubscore.members.models import Member


@receiver(pre_migrate, dispatch_uid="clubscore.backups.before_an_update")
def _before_an_update(sender: Any, plan: Any, **details: Any) -> None:
    """Make a backup before migrations change a club, unless BACKUP_AT is `never`.

    Raises CommandError if the backup fails; then nothing is migrated.
    """
    if (
        sender.name != "clubscore.members"
        or not plan
        or settings.BACKUP_AT is None
        or not _has_a_club()
    ):
        return
    try:
        made = make_backup(
            folder=settings.BACKUP_FOLDER, why=BackupReason.UPDATE, now=timezone.now()
        )
    except BackupFailed as error:
        raise CommandError(
            f"{error} So the database was not brought up to date, and nothing was changed. "
            "BACKUP_AT=never goes without a backup, for a club that has its own."
        ) from error
    print(f"Before the update a backup was made: {made.path}")


def _has_a_club() -> bool:
    """True if the database has a club. False for a new database, and for a scratch database that checks a backup."""
    if SCRATCH in str(connection.settings_dict["NAME"]):
        return False
    table = Member._meta.db_table
    with connection.cursor() as cursor:
        if table not in connection.introspection.table_names(cursor):
            return False
        cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")
        return cursor.fetchone() is not None
