"""BWS files: opened by a library that only some clubs have. The library is stood in for."""

import pytest

from clubscore.duplicate.taking_in import bws_file
from clubscore.duplicate.taking_in.bws_file import read_bws_file
from clubscore.refusals import Refused
from scoring.text.lines import InvalidLine
from tests.scoring.text.reading.test_bws import TABLES

CONTENT = b"\0\x01\0\0Standard Jet DB\0" + b"\0" * 100


class Library:
    """Stands in for access_parser: a table is its columns, each with the values of all rows."""

    def __init__(self, path):
        with open(path, "rb") as file:
            assert file.read() == CONTENT
        self.catalog = dict.fromkeys(TABLES, 1)

    def parse_table(self, name):
        columns = {}
        for row in TABLES[name]:
            for column, value in row.items():
                columns.setdefault(column, []).append(value)
        return columns


class Broken(Library):
    def parse_table(self, name):
        raise KeyError(name)


def test_the_tables_of_a_file_become_a_session(monkeypatch):
    monkeypatch.setattr(bws_file, "AccessParser", Library)
    session = read_bws_file(CONTENT, scoring="butler")
    assert (session.name, session.scoring, len(session.plays)) == (
        "Thursday",
        "butler",
        4,
    )


@pytest.mark.parametrize(
    ("content", "library"), [(b"<USEBIO/>", Library), (CONTENT, Broken), (b"", Library)]
)
def test_a_file_that_is_damaged_or_of_another_kind_is_refused(
    content, library, monkeypatch
):
    monkeypatch.setattr(bws_file, "AccessParser", library)
    with pytest.raises(InvalidLine, match="This BWS file cannot be read"):
        read_bws_file(content, scoring="matchpoints")


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(bws_file, "AccessParser", None)
    with pytest.raises(Refused, match="pip install -r requirements-bws.txt"):
        read_bws_file(CONTENT, scoring="matchpoints")
