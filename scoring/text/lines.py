"""Reads text files in UTF-8 line by line, without blank lines and comments; a mistake is reported with its place.

A comment is a line that begins with #.

Lines are read as they are needed, so a file may be of any length.
"""

from collections.abc import Iterable, Iterator

from scoring.errors import InvalidDeal, ScoringError


class InvalidLine(ScoringError):
    """Raised for a line of a file that is refused; ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, *, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class TextLines:
    """An iterable of the lines of a file, without blank lines and comments.

    ``line`` is the number of the current line, from 1; ``text`` is its text.

    Iterating raises InvalidDeal for a line that is not UTF-8.
    """

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.lines = lines
        self.line = 0
        self.text = ""

    def __iter__(self) -> Iterator[str]:
        for number, content in enumerate(self.lines, 1):
            self.line = number
            self.text = self._decoded(content).rstrip("\r\n")
            stripped = self.text.strip()
            if stripped and not stripped.startswith("#"):
                yield self.text

    @property
    def first_column(self) -> int:
        """The column of the first character in the current line that is not blank, counted from 1."""
        return 1 + len(self.text) - len(self.text.lstrip())

    def _decoded(self, content: bytes) -> str:
        codec = "utf-8-sig" if self.line == 1 else "utf-8"
        try:
            return content.decode(codec)
        except UnicodeDecodeError:
            before, _, _ = content.decode(codec, errors="replace").partition("\ufffd")
            column = len(before) + 1
            raise InvalidDeal(
                "This is not text in UTF-8.", field="deal", column=column
            ) from None
