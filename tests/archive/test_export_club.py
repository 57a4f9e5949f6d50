"""The command `manage.py export_club [file.zip]`."""

from datetime import UTC, datetime
from hashlib import sha256
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from clubscore.archive.zip_writer import ZipWriter
from clubscore.database.one_moment import snapshot
from clubscore.members.models import Member
from tests.archive.zips import manifest_of
from tests.factories import NOON, agreed_rubber, member

pytestmark = pytest.mark.slow

TABLES = {
    *(
        "members.csv",
        "rubbers.csv",
        "deals.csv",
        "ledger.csv",
        "settlements.csv",
        "standings.csv",
    ),
    *("duplicate_standings.csv", "travellers.csv", "audit.csv"),
}


@pytest.mark.django_db
@pytest.mark.landing
def test_the_file_is_named_for_club_and_day_and_its_owners_alone(
    tmp_path, monkeypatch, settings, capsys
):
    settings.CLUB_NAME = "St. John’s Bridge Club"
    monkeypatch.chdir(tmp_path)
    agreed_rubber()
    with time_machine.travel(NOON, tick=False):
        call_command("export_club")
    (path,) = tmp_path.iterdir()
    assert path.name == "st-johns-bridge-club-2026-11-21.zip"
    assert path.stat().st_mode & 0o777 == 0o600
    assert "rows are in st-johns-bridge-club-2026-11-21.zip" in capsys.readouterr().out


@pytest.mark.django_db
def test_it_has_all_tables_and_a_checksum_of_every_file(tmp_path):
    agreed_rubber()
    call_command("export_club", str(tmp_path / "club.zip"))
    with ZipFile(tmp_path / "club.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = manifest_of(files)
    checksums = manifest["other_files"] | {
        f"rows/{listed['model'].lower()}.jsonl": listed["sha256"]
        for listed in manifest["row_files"]
    }
    assert TABLES | {"README.txt", "pbn/2026-11.pbn"} == manifest["other_files"].keys()
    assert checksums == {
        name: sha256(content).hexdigest()
        for name, content in files.items()
        if name != "manifest.json"
    }


@pytest.mark.django_db
def test_an_empty_club_has_an_archive_too(tmp_path):
    call_command("export_club", str(tmp_path / "club.zip"))
    with ZipFile(tmp_path / "club.zip") as archive:
        assert set(archive.namelist()) > TABLES


@pytest.mark.django_db
def test_a_file_that_was_there_is_replaced_when_the_new_one_is_whole(
    tmp_path, monkeypatch
):
    path = tmp_path / "club.zip"
    path.write_text("the last one")

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("clubscore.archive.export._pack_rubbers", fail)
        with pytest.raises(
            CommandError, match="cannot be written: No space left on device"
        ):
            call_command("export_club", str(path))
    assert (path.read_text(), list(tmp_path.iterdir())) == ("the last one", [path])
    call_command("export_club", str(path))
    assert path.read_bytes().startswith(b"PK")


@pytest.mark.django_db
def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_club", str(tmp_path / "nowhere" / "club.zip"))


@pytest.mark.django_db(transaction=True)
def test_while_a_club_is_read_others_write_and_are_not_read(tmp_path):
    member("Anna")
    with snapshot():
        assert Member.objects.count() == 1
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                cursor.execute("UPDATE members_member SET name = 'Anna White'")
        finally:
            other.close()
        assert Member.objects.get().name == "Anna"
    assert Member.objects.get().name == "Anna White"


def test_a_clock_that_knows_no_year_can_still_export(tmp_path):
    now = datetime(1970, 1, 1, tzinfo=UTC)
    with (
        (tmp_path / "club.zip").open("wb") as file,
        ZipWriter(file, now=now) as writer,
        writer.text("a.txt") as text,
    ):
        text.write("A rubber")
    assert ZipFile(tmp_path / "club.zip").getinfo("a.txt").date_time[0] == 1980
