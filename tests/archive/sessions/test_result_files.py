"""The files of published sessions in an archive."""

import csv
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from defusedxml import ElementTree

from clubscore.archive.export import pack
from scoring.contest import fold
from scoring.text.session_file import read_session
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


def archived() -> ZipFile:
    file = BytesIO()
    pack(file, now=NOON)
    return ZipFile(file)


def names() -> list[str]:
    return [name for name in archived().namelist() if name.startswith("duplicate/")]


def test_a_session_without_results_has_no_files():
    played(member("Ruth"))
    assert names() == []


def test_a_published_session_has_a_file_for_each_reader():
    session = played(member("Ruth"), name="Open pairs")
    published(session)
    start = f"duplicate/{session.pk}-open-pairs-{session.day}"
    assert names() == [
        f"{start}.xml",
        f"{start}.pbn",
        f"{start}-results.csv",
        f"{start}.txt",
    ]
    box = archived()
    usebio = ElementTree.fromstring(box.read(f"{start}.xml"))
    first = next(usebio.iter("PAIR"))
    assert first.findtext("PLACE") == "1"
    contest = read_session(box.read(f"{start}.txt").splitlines(keepends=True))
    best = fold(contest).lists[0].rows[0]
    rows = list(csv.DictReader(StringIO(box.read(f"{start}-results.csv").decode())))
    assert float(rows[0]["score"]) == best.score


def test_teams_have_their_files_too_but_for_pbn():
    session = played_to_the_end(in_teams())
    published(session)
    endings = [name.rpartition("-")[2].split(".")[-1] for name in names()]
    assert endings == ["xml", "csv", "txt"]
