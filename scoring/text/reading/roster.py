"""The entries of a file while it is read: numbers that no two entries share, and the way from labels to them."""

import re
from typing import Final, NamedTuple

from scoring.contest.facts import MOST_ENTRIES
from scoring.errors import InvalidContest
from scoring.said import said
from scoring.text.reading.printed import PrintedEntry
from scoring.values import Side

_LABEL: Final = re.compile(
    r"(?P<before>NS|EW)?[- ]?(?P<section>[A-Z]{1,2})??[- ]?(?P<number>[0-9]{1,6})[- ]?(?P<line>NS|EW)?"
)
_STEP: Final = 100


class _Label(NamedTuple):
    """A label in its parts. A label without a number, such as a name, is its own number."""

    section: str
    number: str
    line: Side | None


_Key = tuple[str, str, Side | None]


class Roster:
    """The entries of a session that is being read."""

    def __init__(self) -> None:
        self.entries: dict[int, PrintedEntry] = {}
        """The entries by their numbers in the contest."""
        self._numbers: dict[_Key, int] = {}
        self._next = 1
        """No number below this one is free."""

    def add(self, label: str, section: str = "", line: Side | None = None) -> int:
        """Add an entry, and return its number in the contest.

        The number is that of the label, or a greater one if another entry has it.

        Raises:
            InvalidContest: for a label that another entry has, and for more entries than a contest has.
        """
        parts = _parts(label)
        line = parts.line or line
        key = parts.section or section, parts.number, line
        if key in self._numbers:
            message = said("There is an entry {number} already.", number=label[:20])
            raise InvalidContest(message, field="entry")

        number = self._free(parts.number)
        entry = PrintedEntry(number, label, line=line, section=parts.section or section)
        self.entries[number] = entry
        self._numbers[key] = number
        return number

    def known_as(self, label: str, number: int, section: str = "") -> None:
        """Let a label lead to an entry that has another label, such as that of its pair."""
        parts = _parts(label)
        key = parts.section or section, parts.number, parts.line
        self._numbers.setdefault(key, number)

    def find(self, label: str, section: str, side: Side | None) -> int | None:
        """The number of the entry that a table names with a label; None if there is none.

        ``side`` is the side on which it sits there; a label without a direction means an entry of that line first.
        """
        parts = _parts(label)
        lines: tuple[Side | None, ...] = (parts.line, None)
        if parts.line is None:
            lines = (side, None, side.other) if side else (None, *Side)
        for of_section in dict.fromkeys((parts.section or section, section, "")):
            for line in lines:
                number = self._numbers.get((of_section, parts.number, line))
                if number is not None:
                    return number
        return None

    def found_or_added(
        self, label: str, section: str, side: Side | None, line: Side | None = None
    ) -> int:
        """The number of the entry that a table names with a label; an unknown entry is added.

        With a ``line`` an entry of the other line does not count, and a new entry is in that line.

        Raises:
            InvalidContest: for more entries than a contest has.
        """
        number = self.find(label, section, side)
        is_other = (
            number is not None and line and self.entries[number].line is line.other
        )
        if number is None or is_other:
            return self.add(label, section, line)
        return number

    def _free(self, text: str) -> int:
        """A number that no entry has: that of the label if possible. Raises InvalidContest if there is none."""
        number = int(text) if text.isascii() and text.isdigit() else 0
        if not 1 <= number <= MOST_ENTRIES:
            number = self._next
        while number in self.entries and number + _STEP <= MOST_ENTRIES:
            number += _STEP
        if number in self.entries:
            number = self._next
        while number in self.entries:
            number += 1
            self._next = number
        if number > MOST_ENTRIES:
            message = said("An entry has a number from 1 to {most}.", most=MOST_ENTRIES)
            raise InvalidContest(message, field="entry")
        return number


def _parts(label: str) -> _Label:
    plain = label.strip().upper()
    found = _LABEL.fullmatch(plain)
    if found is None:
        return _Label("", plain, None)
    direction = found["line"] or found["before"]
    line = Side(direction) if direction else None
    return _Label(found["section"] or "", found["number"].lstrip("0") or "0", line)
