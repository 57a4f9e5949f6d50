"""The text of a file of another program, whatever its encoding: UTF-8, UTF-16 with its mark, or Latin-1."""

import codecs
from typing import Final

_MARKED: Final = (
    (codecs.BOM_UTF32_LE, ""),  # before UTF-16, whose mark begins the same way
    (codecs.BOM_UTF32_BE, ""),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Marks at the beginning of a file, each with its encoding; empty for an encoding that is refused."""


def marked_encoding(content: bytes) -> tuple[int, str] | None:
    """The length of the mark with which a file begins, and its encoding; None for a file without a mark.

    The encoding is empty if files in it are refused.
    """
    for mark, encoding in _MARKED:
        if content.startswith(mark):
            return len(mark), encoding
    return None


def text_of(content: bytes) -> str | None:
    """The text of a file, with line feeds as line ends; None for content that is no plain text.

    Text without a mark is read as UTF-8, or as Latin-1 if it is not UTF-8.
    """
    text = _decoded(content)
    if text is None or "\0" in text:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes) -> str | None:
    """The text in the encoding of its mark, in UTF-8 or in Latin-1; None if the mark promises another encoding."""
    marked = marked_encoding(content)
    encodings = ["utf-8", "latin-1"]
    if marked is not None:
        length, encoding = marked
        content = content[length:]
        encodings = [encoding] if encoding else []
        if encoding == "utf-8":
            encodings = ["utf-8", "latin-1"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
