"""Make small spreadsheets as Excel and LibreOffice write them, for the tests of the import."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

Rows = Sequence[Sequence[Any]]
_NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text")
)


def xlsx(**sheets: Rows) -> bytes:
    """The bytes of an Excel workbook with these sheets, in this order."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(book)


def saved(book: Workbook) -> bytes:
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """The bytes of a ZIP file with these parts: file name → content."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


def ods(sheets: Mapping[str, str]) -> bytes:
    """The bytes of a LibreOffice spreadsheet. `sheets` maps the name of each sheet to the XML of its rows."""
    tables = "".join(
        f'<table:table table:name="{name}">{rows}</table:table>'
        for name, rows in sheets.items()
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{_NAMES}><office:body><office:spreadsheet>'
        f"{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
        }
    )


def row(*cells: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def cell(
    text: str = "", *, kind: str = "string", value: str = "", times: int = 1
) -> str:
    """The XML of a cell as LibreOffice writes it: `text` is what the cell shows, `value` what it stores,
    and `times` how often it is repeated.
    """
    of_kind = {"float": "value", "date": "date-value", "boolean": "boolean-value"}
    given = f' office:{of_kind[kind]}="{value}"' if kind in of_kind else ""
    typed = f' office:value-type="{kind}"{given}' if text else ""
    shown = f"<text:p>{escape(text)}</text:p>" if text else ""
    return f'<table:table-cell table:number-columns-repeated="{times}"{typed}>{shown}</table:table-cell>'
