"""Tells the files of other programs apart by their content, and reads them."""

import re
from typing import Final

from scoring.said import said
from scoring.text.decoding import marked_encoding
from scoring.text.lines import InvalidLine
from scoring.text.reading.pbn_results import read_pbn_results
from scoring.text.reading.printed import PrintedSession
from scoring.text.reading.usebio import read_usebio
from scoring.text.reading.xml_tree import MOST_BYTES

_HEAD: Final = 4096
_OF_PBN: Final = re.compile(r'^\s*\[\s*\w+\s*"|^% *PBN', re.MULTILINE | re.IGNORECASE)


def file_kind(head: bytes) -> str:
    """The kind of a file by its first bytes: "usebio", "pbn", or empty for any other file.

    >>> file_kind(b'<?xml version="1.0"?>'), file_kind(b'[Event "Pairs"]'), file_kind(b"session Thursday")
    ('usebio', 'pbn', '')
    """
    start, encoding = marked_encoding(head) or (0, "utf-8")
    text = head[start : start + _HEAD].decode(encoding or "latin-1", errors="replace")
    if text.lstrip().startswith("<"):
        return "usebio"
    if _OF_PBN.search(text) or (encoding and encoding.startswith("utf-16")):
        return "pbn"
    return ""


def read_sessions(content: bytes) -> tuple[PrintedSession, ...]:
    """The sessions of a file in USEBIO or PBN.

    Raises:
        InvalidLine: for the first mistake, and for a file that is too large or of another kind.
    """
    if len(content) > MOST_BYTES:
        message = said("A file has at most {most} MB.", most=MOST_BYTES // 1_000_000)
        raise InvalidLine(message, line=1, column=1)
    kind = file_kind(content)
    if kind == "usebio":
        return read_usebio(content)
    if kind == "pbn":
        return read_pbn_results(content)
    raise InvalidLine("This is neither USEBIO nor PBN.", line=1, column=1)
