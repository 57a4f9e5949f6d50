"""Work in every `migrate`: a database of a newer version is refused, and this version is noted."""

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.utils import timezone

from clubscore.database.write_lock import write_transaction
from clubscore.upkeep.new_database import is_empty_database
from clubscore.upkeep.releases import (
    NewerDatabase,
    note_release,
    require_no_newer_database,
)


@receiver(post_migrate, dispatch_uid="clubscore.upkeep.release")
def _note_release(sender: Any, plan: Any, apps: Any, **details: Any) -> None:
    if sender.name != "clubscore.upkeep" or not _has_table(apps):
        return
    with write_transaction():
        note_release(now=timezone.now())


def _has_table(apps: Any) -> bool:
    """True if the migrated state of the database has the table of releases."""
    return "release" in apps.all_models["upkeep"]


@register(Tags.database)
def database_is_not_newer(**details: Any) -> list[CheckMessage]:
    """A list with one error if a newer version has changed the database, else an empty list. A check of `migrate`.

    A missing SQLite file is not created.
    """
    if is_empty_database():
        return []
    try:
        require_no_newer_database()
    except NewerDatabase as error:
        return [Error(str(error), id="upkeep.E001")]
    return []
