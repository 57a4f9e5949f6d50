"""PBN as a stream of tags: comments, escaped lines and the sections of auction and play are passed over.

Portable Bridge Notation 2.1, its import format: tags anywhere in a line, several on one, any white space between the
parts of a tag. An empty line ends a game.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn

from scoring.text.lines import InvalidLine

_NEXT: Final = re.compile(
    r"(?P<escape>^%[^\n]*)|(?P<empty>^[ \t]*\n)|(?P<rest>;[^\n]*)|(?P<brace>\{)|(?P<tag>\[)", re.M
)
_TAG: Final = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\]')


class Tag(NamedTuple):
    """A tag with the place of its bracket and of its value, lines and columns counted from 1."""

    name: str
    value: str
    line: int
    column: int
    value_line: int
    value_column: int


class PbnText:
    """The text of a PBN file. Places in it are found by counting lines once, on the way."""

    def __init__(self, content: bytes) -> None:
        self.text = _decoded(content)
        self._line, self._start = 1, 0

    def tags(self) -> Iterator[Tag | None]:
        """Each tag, and None for an empty line.

        Raises:
            InvalidLine: for a comment that is not closed, or a bracket without a tag.
        """
        at = 0
        while found := _NEXT.search(self.text, at):
            at = found.end()
            if found.lastgroup == "empty":
                yield None
            elif found.lastgroup == "brace":
                at = self._end_of_comment(found.start())
            elif found.lastgroup == "tag":
                tag = _TAG.match(self.text, found.start())
                if tag is None:
                    self._refuse('A tag is a name and a value in quotes, such as [Board "7"].', found.start())
                at = tag.end()
                yield self._tag(tag)

    def _tag(self, found: re.Match[str]) -> Tag:
        bracket = self._place(found.start())
        value = re.sub(r"\\(.)", r"\1", found["value"])
        return Tag(found["name"], value, *bracket, *self._place(found.start("value")))

    def _end_of_comment(self, start: int) -> int:
        end = self.text.find("}", start)
        if end < 0:
            self._refuse("This comment begins with { and has no }.", start)
        return end + 1

    def _refuse(self, message: str, at: int) -> NoReturn:
        line, column = self._place(at)
        raise InvalidLine(message, line=line, column=column)

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column of a place in the text; places are asked for in their order."""
        self._line += self.text.count("\n", self._start, at)
        self._start = at
        return self._line, at - self.text.rfind("\n", 0, at)


def _decoded(content: bytes) -> str:
    """UTF-8, or the Latin alphabet No. 1 that PBN was made for; line ends of any system."""
    if b"\0" in content:
        raise InvalidLine("This is not PBN: it is not plain text.", line=1, column=1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") + "\n"
