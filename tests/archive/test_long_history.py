"""A club with a long history is exported and imported within the time and memory of a small machine."""

from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.db import connection

from clubscore.archive.catalogue import archived_models
from clubscore.archive.export import pack
from clubscore.archive.restore import unpack
from clubscore.ledger.books import books
from clubscore.rubbers.models import Rubber
from tests.archive.many_rubbers import DEALS, play
from tests.archive.zips import empty
from tests.factories import NOON

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# A long history on one database is enough.
SQLITE = [
    200,
    *(pytest.param(count, marks=pytest.mark.thorough) for count in (2_000, 10_000)),
]
HISTORIES = SQLITE if connection.vendor == "sqlite" else [400]


@pytest.mark.parametrize("rubbers", HISTORIES)
def test_thousands_of_rubbers_leave_and_come_in_again(rubbers: int, tmp_path):
    play(rubbers)
    before = books()
    path = tmp_path / "club.zip"
    with path.open("w+b") as file:
        manifest = pack(file, now=NOON)
    with ZipFile(path) as archive:
        assert archive.read("rubbers.csv").count(b"\r\n") == rubbers + 1
        assert archive.read("pbn/2026-11.pbn").count(b"[Event ") == DEALS * rubbers // 4
    empty()
    unpack(path=path)
    assert {
        model._meta.label: model._base_manager.count() for model in archived_models()
    } == {listed.model: listed.rows for listed in manifest.row_files}
    assert (Rubber.objects.count(), books()) == (rubbers, before)
    call_command("check_ledger")
