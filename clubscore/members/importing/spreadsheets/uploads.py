"""Conversion of an uploaded file to text that can be read and corrected: one line a row, a tab between the cells."""

import csv
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from io import StringIO
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.importing.spreadsheets import ods, xlsx
from clubscore.members.importing.spreadsheets.packed import UnreadableList, opened
from clubscore.members.importing.spreadsheets.sheets import SpreadsheetSheet

_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_FOREIGN = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"{\\rtf", b"<!DOCTYPE", b"<html")
SAVE_AS = gettext_lazy("Save it as .xlsx, .ods or CSV and choose that file.")


def text_of(content: bytes) -> tuple[str, str]:
    """The text of a list, and a sentence about the file, which may be empty.

    Raises UnreadableList for a file that is neither a spreadsheet nor a text.
    """
    if content.startswith(_ZIP):
        return _of_spreadsheet(content)
    if content.startswith(_OLD_EXCEL):
        raise UnreadableList(
            _advised(
                _(
                    "This is a spreadsheet of before 2007 (.xls), or one with a password."
                )
            )
        )
    if content.lstrip()[:9].startswith(_FOREIGN):
        raise UnreadableList(_advised(_("This is not a spreadsheet.")))
    return _decoded(content), ""


def _of_spreadsheet(content: bytes) -> tuple[str, str]:
    """The text of the first sheet that has rows, and a sentence that names this sheet.

    The sentence is empty if the file has no other sheet. Raises UnreadableList if the file cannot be read.
    """
    try:
        with opened(content) as packed:
            sheets = _sheets(content, packed)
            passed_over = 0
            for sheet in sheets:
                if sheet.has_rows:
                    break
                passed_over += 1
            else:
                raise UnreadableList(_("There is nothing in this spreadsheet."))
            others = passed_over or next(sheets, None)
    except UnreadableList:
        raise
    except Exception as error:  # of a damaged or hostile file any line of two libraries may be the one that fails
        reason = _(
            "Its contents are not those of a spreadsheet. Open it in your spreadsheet program."
        )
        if isinstance(error, BadZipFile):
            reason = _("It is damaged. Open it in your spreadsheet program.")
        raise UnreadableList(_advised(reason)) from error
    text = StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerows(sheet.rows)
    note = _("The sheet “%(sheet)s” was read: the first that has rows.") % {
        "sheet": sheet.name
    }
    return text.getvalue(), note if others else ""


def _sheets(content: bytes, packed: ZipFile) -> Iterator[SpreadsheetSheet]:
    names = set(packed.namelist())
    if "xl/workbook.xml" in names:
        return xlsx.sheets_of(content)
    if "content.xml" in names:
        return ods.sheets_of(packed)
    raise UnreadableList(_advised(_("This ZIP file is neither an .xlsx nor an .ods.")))


def _advised(why: str) -> str:
    return f"{why} {SAVE_AS}"


def _decoded(content: bytes) -> str:
    """The text of the bytes: UTF-8, UTF-16 (“Unicode text” of Excel), else the encoding of Excel on Windows."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content[:2]:
        encoding = "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
        return content.decode(encoding, errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
