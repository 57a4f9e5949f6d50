"""Opens BWS files, the Access databases of Bridgemates, with a library that only clubs that want it install."""

import tempfile
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, Final

from django.utils.translation import gettext as _

from clubscore.refusals import Refused
from scoring.text.reading.bws import TABLES, Rows, read_bws, unreadable_bws
from scoring.text.reading.printed import PrintedSession
from scoring.text.reading.xml_tree import MOST_BYTES

try:
    from access_parser import AccessParser
except ImportError:
    AccessParser = None

_HEAD: Final = b"\0\x01\0\0Standard "
"""The first bytes of every Access database, before the name of its engine."""


def is_bws(content: bytes) -> bool:
    """True if a file is an Access database."""
    return content.startswith(_HEAD)


def read_bws_file(content: bytes, *, scoring: str) -> PrintedSession:
    """The session in a BWS file, which does not say its scoring: a value of the rule ``scoring``.

    Raises Refused if the library is not installed, and InvalidLine for a file that cannot be read.
    """
    if AccessParser is None:
        raise Refused(
            _(
                "BWS files are read by a library that is not installed: pip install -r requirements-bws.txt."
            )
        )
    if not is_bws(content) or len(content) > MOST_BYTES:
        raise unreadable_bws()

    with tempfile.NamedTemporaryFile(suffix=".bws") as file:
        file.write(content)
        file.flush()
        try:
            database = AccessParser(file.name)
            tables = {name: _rows(database, name) for name in TABLES}
        except Exception as error:  # a damaged file fails in the library in many ways
            raise unreadable_bws() from error
    return read_bws(tables, scoring=scoring)


def _rows(database: Any, name: str) -> Rows:
    """The rows of a table; none if the database has no such table, or if it is empty."""
    if name not in database.catalog:
        return ()
    columns: Mapping[str, Any] = database.parse_table(name)
    lists = {column: values for column, values in columns.items() if values}
    rows = []
    for values in zip_longest(*lists.values()):
        rows.append(dict(zip(lists, values, strict=True)))
    return rows
