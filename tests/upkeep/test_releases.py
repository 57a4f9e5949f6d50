"""A version can read its own database and the databases of all earlier versions, but of no later version."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from clubscore import __version__
from clubscore.upkeep.models import Release
from clubscore.upkeep.releases import (
    NewerDatabase,
    note_release,
    require_no_newer_database,
)
from tests.factories import NOON

pytestmark = pytest.mark.django_db


def test_the_version_that_has_migrated_stands_in_the_database():
    assert [release.version for release in Release.objects.all()] == [__version__]


def test_a_version_is_noted_once():
    note_release(version="2.0.0", now=NOON)
    note_release(version="2.0.0", now=NOON + timedelta(days=1))
    assert Release.objects.get(version="2.0.0").at == NOON


def test_a_database_of_this_version_is_served():
    require_no_newer_database()


def test_a_database_of_a_later_version_is_refused_with_what_to_install():
    note_release(version="9.1.0", now=Release.objects.get().at + timedelta(days=1))
    MigrationRecorder(connection).record_applied("ledger", "0099_cheques")
    with pytest.raises(
        NewerDatabase,
        match=r"by Clubscore 9.1.0, and this is Clubscore .* know ledger.0099_cheques\.",
    ):
        require_no_newer_database()
    with pytest.raises(
        SystemCheckError,
        match=r"Install that version or a later one; nothing was changed",
    ):
        call_command("migrate", verbosity=0, skip_checks=False, stderr=StringIO())
