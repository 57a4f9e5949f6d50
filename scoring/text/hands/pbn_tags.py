"""PBN as a stream of tags: comments, escaped lines and the sections of auction and play are skipped.

Portable Bridge Notation 2.1, its import format: tags anywhere in a line, several on one, any white space between the
parts of a tag. An empty line ends a game.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn

from scoring.text.decoding import text_of
from scoring.text.lines import InvalidLine

_NEXT: Final = re.compile(
    r"(?P<escape>^%[^\n]*)|(?P<empty>^[ \t]*\n)|(?P<rest>;[^\n]*)|(?P<brace>\{)|(?P<tag>\[)"
    r'|(?P<quoted>"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+")',
    re.M,
)
_TAG: Final = re.compile(
    r'\[\s*(?P<name>\w+)\s*"(?P<value>[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+)"\s*\]'
)
# A value whose last character is a backslash that its program has not doubled, such as "C:\Bridge\".
_WITH_BACKSLASH: Final = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>[^"\n]*\\)"\s*\]')
_ESCAPED: Final = re.compile(r'\\(["\\])')


class Tag(NamedTuple):
    """A PBN tag: its name and value, and the lines and columns, from 1, where its bracket and its value begin."""

    name: str
    value: str
    line: int
    column: int
    value_line: int
    value_column: int
    end: int
    """The position in the text behind the bracket that closes the tag."""

    def refuse(self, message: str) -> NoReturn:
        """Refuse the value of the tag.

        Raises:
            InvalidLine: always, at the place where the value begins.
        """
        raise InvalidLine(message, line=self.value_line, column=self.value_column)


class PbnText:
    """The text of a PBN file, from which tags are read. Raises InvalidLine for content that is no plain text."""

    def __init__(self, content: bytes) -> None:
        text = text_of(content)
        if text is None:
            raise InvalidLine(
                "This is not PBN: it is not plain text.", line=1, column=1
            )
        self.text = text + "\n"
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
                tag = tag or _WITH_BACKSLASH.match(self.text, mark.start())
                if tag is None:
                    self._refuse(
                        'A tag is a name and a value in quotes, such as [Board "7"].',
                        mark.start(),
                    )
                position = tag.end()
                yield self._tag(tag)

    def section_after(self, tag: Tag) -> Iterator[tuple[int, str]]:
        """Yield each line of the section that follows a tag, with its number; it ends before a tag or an empty line."""
        line = tag.value_line
        start = self.text.find("\n", tag.end) + 1
        while 0 < start < len(self.text):
            end = self.text.find("\n", start)
            text = self.text[start:end].strip()
            line += 1
            start = end + 1
            if not text or text[0] == "[":
                return
            if text[0] not in "%;{":
                yield line, text

    def _tag(self, match: re.Match[str]) -> Tag:
        line, column = self._place(match.start())
        value_line, value_column = self._place(match.start("value"))
        value = _ESCAPED.sub(r"\1", match["value"])
        return Tag(
            match["name"], value, line, column, value_line, value_column, match.end()
        )

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
