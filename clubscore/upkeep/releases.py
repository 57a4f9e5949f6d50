"""The versions of Clubscore that have migrated a database. A version reads its own databases and all earlier ones."""

from collections.abc import Iterable
from datetime import datetime

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubscore import __version__
from clubscore.refusals import Refused
from clubscore.upkeep.models import Release

OURS = "clubscore."
Migrations = frozenset[tuple[str, str]]
"""Migrations as pairs of app and name."""


class NewerDatabase(Refused):
    """The refusal of a database that a newer Clubscore has migrated. The message says which version to install."""


def note_release(*, version: str = __version__, now: datetime) -> None:
    """Note that this version has migrated the database, unless it is noted already."""
    Release.objects.get_or_create(version=version, defaults={"at": now})


def require_no_newer_database() -> None:
    """Require that this version has every migration of the database. Raises NewerDatabase."""
    require_known_migrations(ours_applied(), newest_release(), what="This database")


def require_known_migrations(
    migrations: Iterable[tuple[str, str]], version: str, *, what: str
) -> None:
    """Require that this version of Clubscore has all these migrations. Raises NewerDatabase.

    `version` is the version that has applied the migrations, empty if unknown. The message of the refusal begins with
    `what`, a word for the database, such as `It`.
    """
    unknown = unknown_among(migrations)
    if not unknown:
        return
    and_others = " and others" if unknown[1:] else ""
    by = (
        f"Clubscore {version}"
        if version not in {"", __version__}
        else "a newer Clubscore"
    )
    raise NewerDatabase(
        f"{what} was brought up to date by {by}, and this is Clubscore {__version__}, which does "
        f"not know {unknown[0]}{and_others}. Install that version or a later one; "
        "nothing was changed."
    )


def known_migrations() -> Migrations:
    """The migrations of this version, including migrations that a squashed migration replaces."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.disk_migrations.keys() | loader.replacements.keys())


def ours_applied() -> Migrations:
    """The migrations of Clubscore's apps that this database has."""
    return ours_among(MigrationRecorder(connection).applied_migrations())


def ours_among(migrations: Iterable[tuple[str, str]]) -> Migrations:
    ours = {
        config.label
        for config in apps.get_app_configs()
        if config.name.startswith(OURS)
    }
    return frozenset((app, name) for app, name in migrations if app in ours)


def unknown_among(migrations: Iterable[tuple[str, str]]) -> list[str]:
    """The migrations of Clubscore's apps that this version does not have, such as `ledger.0099_cheques`."""
    return sorted(
        f"{app}.{name}" for app, name in ours_among(migrations) - known_migrations()
    )


def newest_release() -> str:
    """The version that migrated this database last; empty if none is noted."""
    try:
        newest = Release.objects.order_by("-at", "-pk").first()
    except DatabaseError:  # another version has another table
        newest = None
    return newest.version if newest else ""
