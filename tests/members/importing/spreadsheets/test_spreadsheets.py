"""Uploaded spreadsheets are turned into text, and files that are no spreadsheets are refused."""

import time
from datetime import date, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook

from clubscore.members.importing.spreadsheets import packed as limits
from clubscore.members.importing.spreadsheets.ods import sheets_of as ods_sheets
from clubscore.members.importing.spreadsheets.packed import UnreadableList
from clubscore.members.importing.spreadsheets.sheets import LINES_READ
from clubscore.members.importing.spreadsheets.uploads import text_of
from clubscore.members.importing.spreadsheets.xlsx import sheets_of as xlsx_sheets
from tests.members.importing.spreadsheets.made import (
    cell,
    ods,
    packed,
    row,
    saved,
    xlsx,
)

HEAD = ["Name", "Number"]


def text(content: bytes) -> str:
    return text_of(content)[0]


# --- text files ---


@pytest.mark.parametrize(
    "code", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_a_text_file_is_read_whatever_wrote_it(code):
    assert text("Name;Müller".encode(code)) == "Name;Müller"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "before 2007 .*or one with a password.* Save it as .xlsx",
        ),
        (b"%PDF-1.7", "not a spreadsheet"),
        (b"\n <html>", "not a spreadsheet"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (packed({"word/document.xml": "<w/>"}), "neither an .xlsx nor an .ods"),
        (
            packed({"xl/workbook.xml": "<workbook"}),
            "contents are not those of a spreadsheet",
        ),
        (
            packed({"content.xml": "<a><b></a>"}),
            "contents are not those of a spreadsheet",
        ),
        (xlsx(Members=[]), "nothing in this spreadsheet"),
        (
            ods({"Members": row(cell(times=3), times=1_000_000)}),
            "nothing in this spreadsheet",
        ),
    ],
)
def test_what_is_no_list_is_refused_with_what_to_do(content, message):
    with pytest.raises(UnreadableList, match=message):
        text_of(content)


# --- Excel ---


def test_the_cells_of_a_workbook_come_as_they_were_typed():
    rows = [
        ["Name", "No", "Joined", "Paid"],
        ["Abel, Ruth", "0042", date(2020, 3, 1), 42.0],
        ["A\tB\nC", 7.5, None, True],
    ]
    assert text(xlsx(Members=rows)) == (
        "Name\tNo\tJoined\tPaid\nAbel, Ruth\t0042\t2020-03-01\t42\nA B C\t7.5\t\ttrue\n"
    )


def test_a_number_that_is_shown_with_zeros_keeps_them_and_a_moment_its_hour():
    book = Workbook()
    book.active.append([42, datetime(2020, 3, 1, 19, 30)])
    book.active["A1"].number_format = "0000"
    assert text(saved(book)) == "0042\t2020-03-01 19:30\n"


def test_sheets_with_a_cell_in_the_last_row_alone_hold_nobody_up():
    """Case: a file of some kilobytes whose sheets each have one cell in row 1,048,576 and nothing above it."""
    book = Workbook()
    for _ in range(20):
        sheet = book.create_sheet()
        sheet["A1048576"] = "x"
        sheet["GR1"] = None
    began = time.process_time()
    with pytest.raises(UnreadableList, match="nothing in this spreadsheet"):
        text_of(saved(book))
    assert time.process_time() - began < 2


def test_a_cell_stays_in_its_row_and_column_when_others_are_empty():
    book = Workbook()
    book.active["C4"] = "Ruth Abel"
    book.active["F900000"].number_format = "0.00"
    assert text(saved(book)) == "\n\n\n\t\tRuth Abel\n"


def test_of_several_sheets_the_first_with_rows_is_read_and_named():
    _, note = text_of(xlsx(Cover=[], Members=[HEAD], Old=[HEAD]))
    assert note == "The sheet “Members” was read: the first that has rows."
    assert text_of(xlsx(Members=[HEAD]))[1] == ""


def test_formatting_to_the_last_row_of_one_sheet_takes_nothing_from_the_next():
    book = Workbook()
    book.active.append(["Notes"])
    book.active["A1048576"].number_format = "0.00"
    book.create_sheet("Members").append(HEAD)
    names = [(sheet.title, sheet.max_row) for sheet in book]
    assert names == [("Sheet", 1_048_576), ("Members", 1)]
    assert [(sheet.name, sheet.rows) for sheet in xlsx_sheets(saved(book))] == [
        ("Sheet", [["Notes"]]),
        ("Members", [HEAD]),
    ]


# --- LibreOffice ---


def test_the_cells_of_an_ods_file_come_as_they_were_typed():
    shown = row(
        cell("Abel, Ruth"),
        cell("0042", kind="float", value="42"),
        cell("42.00", kind="float", value="42"),
        cell("01.03.20", kind="date", value="2020-03-01"),
        cell("TRUE", kind="boolean", value="true"),
    )
    assert text(ods({"Members": shown})) == "Abel, Ruth\t0042\t42\t2020-03-01\ttrue\n"


def test_cells_and_rows_that_are_written_once_for_many_count_as_many():
    rows = (
        row(cell("Name"), cell(times=2), cell("Phone"))
        + row(cell(times=4), times=3)
        + row(cell("x", times=3))
    )
    assert (
        text(ods({"Members": rows + row(cell(), times=1_000_000)}))
        == "Name\t\t\tPhone\n\n\n\nx\tx\tx\n"
    )


def test_the_comment_on_a_cell_is_no_part_of_it():
    name = "<text:p>Ruth<text:s/><text:span>Abel</text:span></text:p>"
    note = "<office:annotation><text:p>pays late</text:p></office:annotation>"
    assert (
        text(ods({"M": row(f"<table:table-cell>{note}{name}</table:table-cell>")}))
        == "Ruth Abel\n"
    )


def test_of_several_sheets_of_an_ods_file_the_first_with_rows_is_read_and_named():
    _, note = text_of(ods({"Cover": "", "Members": row(cell("Name"))}))
    assert note == "The sheet “Members” was read: the first that has rows."


def test_formatting_to_the_last_row_of_one_ods_sheet_takes_nothing_from_the_next():
    formatted = row(cell("Notes")) + row(cell(times=200), times=1_048_575)
    content = ods(
        {
            "Notes": formatted,
            "Members": row(cell("Name")) + row(cell(), times=1_000) + row(cell("Ruth")),
        }
    )
    with ZipFile(BytesIO(content)) as file:
        notes, members = ods_sheets(file)
    assert notes.rows == [["Notes"]]
    assert members.rows == [["Name"], *[[]] * 1_000, ["Ruth"]]


def test_no_more_rows_are_read_than_a_club_has_members():
    content = ods(
        {"Copies": row(cell("Ruth"), times=1_000_000), "Members": row(cell("Name"))}
    )
    with ZipFile(BytesIO(content)) as file:
        assert [len(sheet.rows) for sheet in ods_sheets(file)] == [LINES_READ, 0]


# --- files that would fill the memory ---

BOMB = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><content>&b;</content>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            packed({"content.xml": "a" * (limits.MOST_BYTES + 1)}),
            "far more than a list of members",
        ),
        (
            packed({"content.xml": "<a/>" * (limits.MOST_TAGS + 1)}),
            "far more than a list of members",
        ),
        (
            packed({f"{number}.xml": "" for number in range(limits.MOST_PARTS + 1)}),
            "far more than a list of members",
        ),
        (
            packed(
                {"xl/workbook.xml": "", "xl/styles.xml": " " * (limits.MOST_STYLES + 1)}
            ),
            "full of cell styles",
        ),
        (packed({"content.xml": BOMB}), "contents are not those of a spreadsheet"),
        (packed({"xl/workbook.xml": BOMB}), "contents are not those of a spreadsheet"),
    ],
    ids=["bytes", "elements", "parts", "styles", "entities of ods", "entities of xlsx"],
)
def test_a_file_that_would_fill_the_memory_is_refused_before_it_is_parsed(
    content, message
):
    assert len(content) < 400_000
    with pytest.raises(UnreadableList, match=message):
        text_of(content)


def test_a_cell_that_stands_for_a_million_is_cut_at_the_last_column_that_is_read():
    (line,) = text(ods({"M": row(cell("x", times=1_000_000), times=1)})).splitlines()
    assert line.count("x") == 200
