"""The words of a session file: numbers, ranges of boards, penalties, groups."""

import re
from fractions import Fraction
from typing import Final, NoReturn

from scoring.errors import InvalidDeal
from scoring.text.words_of_line import Word

_GROUP: Final = re.compile(r"(?P<result>.*\S)\s+/(?P<group>[a-z])")
_AMOUNT: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)(%|mp|imp|vp)")
_PERCENTAGE: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,2})?")
_RANGE: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def refuse(message: str, column: int) -> NoReturn:
    """Refuse the current line at a column.

    Raises:
        InvalidDeal: always.
    """
    raise InvalidDeal(message, field="", column=column)


def number(word: Word, wanted: str) -> int:
    """A whole number of at most four digits; ``wanted`` is the sentence that refuses another."""
    if not (word.text.isascii() and word.text.isdigit() and len(word.text.lstrip("0")) <= 4):
        refuse(wanted, word.column)
    return int(word.text)


def percentage(text: str, column: int) -> Fraction:
    """Percentage points, such as 2.5 or -1."""
    if not _PERCENTAGE.fullmatch(text):
        refuse("A handicap is percentage points, such as handicap=2.5.", column)
    return Fraction(text)


def penalty_amount(word: Word) -> tuple[Fraction, str]:
    """The amount that is taken off, and its unit."""
    found = _AMOUNT.fullmatch(word.text)
    if found is None:
        refuse("A penalty is written 25% (of the top of a board), 2mp, 3imp or 1vp.", word.column)
    return Fraction(found[1]), found[2]


def board_ranges(word: Word) -> tuple[range, ...]:
    """Boards such as 1-27, or 1-12,17-28."""
    ranges = []
    for text in word.text.split(","):
        found = _RANGE.fullmatch(text)
        if found is None or not 1 <= int(found[1]) <= int(found[2] or found[1]):
            refuse("Boards are written 1-27, or in several sets: 1-12,17-28.", word.column)
        ranges.append(range(int(found[1]), int(found[2] or found[1]) + 1))
    return tuple(ranges)


def board_ranges_text(ranges: tuple[range, ...]) -> str:
    """The boards as ``board_ranges`` reads them."""
    return ",".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in ranges)


def group_and_result(text: str) -> tuple[str, str]:
    """The result, and the letter of the group behind it, empty if there is none.

    >>> group_and_result("4SN+1 /b"), group_and_result("4SN /10")
    (('4SN+1', 'b'), ('4SN /10', ''))
    """
    found = _GROUP.fullmatch(text)
    return (found["result"], found["group"]) if found else (text, "")
