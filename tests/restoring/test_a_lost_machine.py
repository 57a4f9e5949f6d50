"""A club that loses its machine gets everything back from a backup, on another database, by commands only."""

import shutil

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from clubscore.archive.restore import unpack
from clubscore.ledger.books import books
from clubscore.members.models import OpenSession
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from tests.archive.zips import every_row
from tests.factories import PASSWORD
from tests.restoring.commands import manage
from tests.server_process import database_url
from tests.soak.kills.own_database import database_at

pytestmark = pytest.mark.slow


def everything() -> tuple[object, ...]:
    rubbers = Rubber.objects.order_by("pk").values_list("pk", flat=True)
    return every_row(), books(), [fingerprint_of(load(pk)) for pk in rubbers]


@pytest.mark.thorough
def test_everything_is_back_from_the_backup_on_another_database(
    archive, tmp_path, other_database
):
    """Case: from SQLite to another SQLite file, or from PostgreSQL to another PostgreSQL database."""
    unpack(path=archive)
    Client().login(username="ruth-abel", password=PASSWORD)
    before = everything()
    data, elsewhere, url = tmp_path / "data", tmp_path / "usb stick", database_url()
    data.mkdir()
    settings = {
        "CLUB_NAME": "The Portland Rooms",
        "TIME_ZONE": "Europe/Paris",
        "CLUB_CURRENCY": "EUR",
    }
    made = manage(data, "backup_club", str(elsewhere), DATABASE_URL=url, **settings)
    assert "opened and audited" in made.stdout, made.stderr
    shutil.rmtree(data)

    (backup,) = [path for path in elsewhere.iterdir() if path.suffix != ".json"]
    new, (other_url, place) = tmp_path / "new machine", other_database
    restored = manage(new, "restore_club", str(backup), "--yes", DATABASE_URL=other_url)
    assert "Every published table is what the books say." in restored.stdout, (
        restored.stderr
    )
    assert (
        "TIME_ZONE is not set here: it becomes Europe/Paris, as it was."
        in restored.stdout
    )
    assert (
        'CLUB_NAME="The Portland Rooms"\nTIME_ZONE=Europe/Paris\nCLUB_CURRENCY=EUR'
        in (new / "club.env").read_text()
    )
    with database_at(**place):
        assert everything() == before
        assert not OpenSession.objects.exists()
        assert Client().login(username="ruth-abel", password=PASSWORD)
        call_command("audit_club")


@pytest.mark.thorough
def test_everything_is_back_on_a_database_of_the_other_kind(
    archive, data, tmp_path, other_database
):
    """Case: a backup of SQLite, then an archive, restored onto the kind of database that the tests run on."""
    manage(data, "backup_club", str(tmp_path / "kept"), TIME_ZONE="Europe/London")
    (backup,) = (tmp_path / "kept").glob("*.sqlite3")
    url, place = other_database
    restored = manage(
        tmp_path / "new", "restore_club", str(backup), "--yes", DATABASE_URL=url
    )
    assert restored.returncode == 0, restored.stderr
    assert (
        manage(
            tmp_path / "new",
            "export_club",
            str(tmp_path / "club.zip"),
            DATABASE_URL=url,
        ).returncode
        == 0
    )
    with database_at(**place):
        first = everything()
    unpack(path=archive)
    assert everything() == first

    again = manage(
        tmp_path / "new",
        "restore_club",
        str(tmp_path / "club.zip"),
        "--yes",
        DATABASE_URL=url,
    )
    assert "What was there is in " in again.stdout, again.stderr
    with database_at(**place):
        assert everything() == first
    if connection.vendor == "postgresql":
        assert [path.name for path in (tmp_path / "new" / "aside").glob("*/*")] == [
            "club.pgdump"
        ]
