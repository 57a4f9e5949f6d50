"""The words of a line with their columns. Words are separated by blanks; a word in quotes may hold blanks."""

import re
from typing import Final, NamedTuple

# A quoted word, in which a quote is written twice, or the sharp that begins a comment.
_QUOTED_OR_COMMENT: Final = re.compile(r'(?<!\S)"(?:[^"]|"")*"|(?<=\s)#')
_WORD: Final = re.compile(r'"(?:[^"]|"")*"(?!\S)|\S+')


class Word(NamedTuple):
    """A word as it is written in a line, with its column."""

    text: str
    column: int
    """The column at which the word begins, counted from 1."""

    @property
    def is_quoted(self) -> bool:
        """True if the word begins and ends with a quote."""
        return len(self.text) > 1 and self.text[0] == self.text[-1] == '"'

    @property
    def content(self) -> str:
        """The text of the word without its quotes."""
        if self.is_quoted:
            return self.text[1:-1].replace('""', '"')
        return self.text


def without_comment(line: str) -> str:
    """The line up to a # that follows a blank and is not in quotes.

    >>> without_comment('entry  7 "Ann #1"  # came late')
    'entry  7 "Ann #1"'
    """
    for match in _QUOTED_OR_COMMENT.finditer(line):
        if match[0] == "#":
            return line[: match.start()].rstrip()
    return line.rstrip()


def words_of(line: str) -> list[Word]:
    """The words of a line that has no comment."""
    return [Word(match[0], match.start() + 1) for match in _WORD.finditer(line)]


def quoted(text: str) -> str:
    """The text in quotes, so that it is one word of a line; quotes in it are written twice."""
    return '"' + text.replace('"', '""') + '"'
