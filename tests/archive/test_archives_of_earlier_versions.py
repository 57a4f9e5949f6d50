"""An archive of version 1.0.0 can be read by this version and every later one, whatever tables these have.

Version 1.0.0 packed `club_of_1_0_0.zip` from the club of `whole_club.py`. The file never changes.
"""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.test import Client

from clubscore.archive.restore import unpack
from clubscore.ledger.books import books
from clubscore.members.access.pins import require_right_pin
from clubscore.members.models import Member
from clubscore.settlements.models import Transfer
from clubscore.upkeep.models import Demonstration
from tests.archive.zips import every_row
from tests.databases import made_once
from tests.factories import NOON, PASSWORD
from tests.source_code import ROOT

OF_1_0_0 = Path(__file__).with_name("club_of_1_0_0.zip")
LATER = "tests.archive.later_version.settings"


def manifest() -> dict:
    with ZipFile(OF_1_0_0) as packed:
        return json.loads(packed.read("manifest.json"))


def test_the_archive_of_1_0_0_has_rows_of_every_kind_and_is_small():
    assert manifest()["version"] == "1.0.0"
    assert [
        listed["model"] for listed in manifest()["row_files"] if not listed["rows"]
    ] == []
    assert OF_1_0_0.stat().st_size < 200_000


def brought_in() -> str:
    return unpack(path=OF_1_0_0).club


@pytest.mark.thorough
def test_this_version_reads_it_and_all_is_well(transactional_db, capsys):
    assert made_once(brought_in) == "The Portland Rooms"
    call_command("audit_club")
    assert books()
    assert Transfer.objects.filter(events__reason="Paid in cash").exists()
    assert Client().login(username="ruth-abel", password=PASSWORD)
    require_right_pin(member=Member.objects.get(name="Anna"), pin="1234", now=NOON)


@pytest.mark.thorough
def test_nothing_of_1_0_0_is_lost(transactional_db):
    """Every row of the archive comes in with its old columns unchanged; later versions may add columns and rows.

    The mark of a demonstration club is the exception: it is not imported, since only the demonstration may be reset.
    """
    made_once(brought_in)
    here = json.loads(json.dumps(every_row()))
    with ZipFile(OF_1_0_0) as packed:
        for listed in manifest()["row_files"]:
            if listed["model"] == Demonstration._meta.label:
                assert here[listed["model"]] == []
                continue
            rows = [
                json.loads(line)
                for line in packed.read(
                    f"rows/{listed['model'].lower()}.jsonl"
                ).splitlines()
            ]
            found = {row["id"]: row for row in here[listed["model"]]}
            assert [
                row for row in rows if {**found[row["id"]], **row} != found[row["id"]]
            ] == [], listed["model"]


@pytest.mark.thorough
def test_a_later_version_reads_it_and_its_migrations_work_on_the_rows(db, tmp_path):
    """A later version whose deals have one more column reads the archive, and its migration fills the column."""
    manage(tmp_path, "migrate", "-v", "0")
    imported = manage(tmp_path, "import_club", str(OF_1_0_0))
    assert (
        "The Portland Rooms is here, as of 2026-11-21T12:00:00+00:00" in imported.stdout
    ), imported.stderr
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as club:
        called = club.execute(
            "SELECT DISTINCT substr(called, 1, 7) FROM rubbers_deal ORDER BY 1"
        ).fetchall()
        assert called[0] == ("chicago",)
        assert ("royal 1",) in called
    assert manage(tmp_path, "audit_club").returncode == 0

    manage(tmp_path, "export_club", str(tmp_path / "later.zip"))
    with pytest.raises(
        ValueError,
        match=r"does not know rubbers\.9000_called\. Install that version or a later one",
    ):
        unpack(path=tmp_path / "later.zip")


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the simulated later version, on a database in this folder, and return the ended process."""
    environment = {
        name: value for name, value in os.environ.items() if name != "DATABASE_URL"
    }
    environment |= {
        "CLUB_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": LATER,
        "TIME_ZONE": "Europe/London",
    }
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True
    )
