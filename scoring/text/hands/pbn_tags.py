"""PBN as a stream of tags: comments, escaped lines and the sections of auction and play are skipped.

Portable Bridge Notation 2.1, its import format: tags anywhere in a line, several on one, any white space between the
parts of a tag. An empty line ends a game.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn

from scoring.text.lines import InvalidLine

_NEXT: Final = re.compile(
    r"(?P<escape>^%[^\n]*)|(?P<empty>^[ \t]*\n)|(?P<rest>;[^\n]*)|(?P<brace>\{)|(?P<tag>\[)",
    re.M,
)
_TAG: Final = re.compile(
    r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\]'
)


class Tag(NamedTuple):
    """A PBN tag: its name and value, and the lines and columns, from 1, where its bracket and its value begin."""

    name: str
    value: str
    line: int
    column: int
    value_line: int
    value_column: int


class PbnText:
    """The text of a PBN file, from which tags are read."""

    def __init__(self, content: bytes) -> None:
        self.text = _decoded(content)
        self._line = 1
        self._start = 0

    def tags(self) -> Iterator[Tag | None]:
        """Yield each tag, and None for an empty line.

        Raises:
            InvalidLine: for a comment that is not closed, or a bracket without a tag.
        """
        position = 0
        while mark := _NEXT.search(self.text, position):
            position = mark.end()
            if mark.lastgroup == "empty":
                yield None
            elif mark.lastgroup == "brace":
                position = self._end_of_comment(mark.start())
            elif mark.lastgroup == "tag":
                tag = _TAG.match(self.text, mark.start())
                if tag is None:
                    self._refuse(
                        'A tag is a name and a value in quotes, such as [Board "7"].',
                        mark.start(),
                    )
                position = tag.end()
                yield self._tag(tag)

    def _tag(self, match: re.Match[str]) -> Tag:
        line, column = self._place(match.start())
        value_line, value_column = self._place(match.start("value"))
        value = re.sub(r"\\(.)", r"\1", match["value"])
        return Tag(match["name"], value, line, column, value_line, value_column)

    def _end_of_comment(self, start: int) -> int:
        """The position after the brace that closes the comment."""
        end = self.text.find("}", start)
        if end < 0:
            self._refuse("This comment begins with { and has no }.", start)
        return end + 1

    def _refuse(self, message: str, position: int) -> NoReturn:
        line, column = self._place(position)
        raise InvalidLine(message, line=line, column=column)

    def _place(self, position: int) -> tuple[int, int]:
        """The line and column of a position in the text. A caller must ask for positions in ascending order."""
        self._line += self.text.count("\n", self._start, position)
        self._start = position
        return self._line, position - self.text.rfind("\n", 0, position)


def _decoded(content: bytes) -> str:
    """The text of a file in UTF-8, or in Latin-1 for which PBN was made, with line feeds as line ends.

    Raises InvalidLine for content that is no plain text.
    """
    if b"\0" in content:
        raise InvalidLine("This is not PBN: it is not plain text.", line=1, column=1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") + "\n"
