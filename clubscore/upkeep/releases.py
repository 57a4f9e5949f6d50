"""The versions of Clubscore that a database has seen. A version reads its own database and every earlier one's."""

from datetime import datetime

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from clubscore import __version__
from clubscore.refusals import Refused
from clubscore.upkeep.models import Release

OURS = "clubscore."


class NewerDatabase(Refused):
    """A newer Clubscore has brought this database up to date. The message says what to install."""


def note_release(*, version: str = __version__, now: datetime) -> None:
    """Write down that this version has brought the database up to date, the first time that it has."""
    Release.objects.get_or_create(version=version, defaults={"at": now})


def refuse_newer_database() -> None:
    """Raises NewerDatabase: the database has migrations that this version does not have."""
    if not (unknown := _unknown_migrations()):
        return
    raise NewerDatabase(
        f"This database was brought up to date by {_newest_release()}, and this is Clubscore {__version__}, which does "
        f"not know {unknown[0]}{' and others' if unknown[1:] else ''}. Install that version or a later one; "
        "nothing was changed."
    )


def _unknown_migrations() -> list[str]:
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith(OURS)}
    loader = MigrationLoader(connection)
    known = loader.disk_migrations.keys() | loader.replacements.keys()
    return sorted(
        f"{app}.{name}" for app, name in loader.applied_migrations if app in ours and (app, name) not in known
    )


def _newest_release() -> str:
    try:
        newest = Release.objects.order_by("-at", "-pk").first()
    except DatabaseError:  # the newer version has changed this table, too
        newest = None
    return f"Clubscore {newest.version}" if newest and newest.version != __version__ else "a newer Clubscore"
