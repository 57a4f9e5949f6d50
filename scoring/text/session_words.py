"""The words of a session file: numbers, ranges of boards, penalties, groups."""

import re
from fractions import Fraction
from typing import Final, NoReturn

from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Outcome
from scoring.errors import InvalidDeal, InvalidOutcome
from scoring.text.words_of_line import Word

_GROUP: Final = re.compile(r"(?P<result>.*\S)\s+/(?P<group>[a-z])")
_AMOUNT: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)(%|mp|imp|vp)")
_PERCENTAGE: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{1,2})?")
_RANGE: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def refuse(message: str, column: int) -> NoReturn:
    """Refuse the current line with a message, at a column.

    Raises:
        InvalidDeal: always.
    """
    raise InvalidDeal(message, field="", column=column)


def number(word: Word, wanted: str) -> int:
    """The word as a whole number of at most four digits.

    Raises:
        InvalidDeal: for any other word, with the sentence ``wanted`` as its message.
    """
    if not (
        word.text.isascii() and word.text.isdigit() and len(word.text.lstrip("0")) <= 4
    ):
        refuse(wanted, word.column)
    return int(word.text)


def partners(word: Word, wanted: str) -> tuple[int, int | None]:
    """The numbers of one side: of an entry and None, or of the two players of a side in an individual, such as 7+3.

    Raises:
        InvalidDeal: for any other word, with the sentence ``wanted`` as its message.
    """
    first, plus, second = word.text.partition("+")
    entry = number(Word(first, word.column), wanted)
    if not plus:
        return entry, None
    return entry, number(Word(second, word.column + len(first) + 1), wanted)


def percentage(text: str, column: int) -> Fraction:
    """The percentage points that a text names, such as 2.5 or -1.

    Raises InvalidDeal, with ``column`` as the place, for any other text.
    """
    if not _PERCENTAGE.fullmatch(text):
        refuse("A handicap is percentage points, such as handicap=2.5.", column)
    return Fraction(text)


def penalty_amount(word: Word) -> tuple[Fraction, str]:
    """The amount of a penalty, and its unit, such as (25, "%"). Raises InvalidDeal for a word that is no penalty."""
    amount = _AMOUNT.fullmatch(word.text)
    if amount is None:
        refuse(
            "A penalty is written 25% (of the top of a board), 2mp, 3imp or 1vp.",
            word.column,
        )
    return Fraction(amount[1]), amount[2]


def board_ranges(word: Word) -> tuple[range, ...]:
    """The boards that a word such as 1-27 or 1-12,17-28 names: one range for each part between commas.

    Raises InvalidDeal for a word that names no boards.
    """
    ranges = []
    for text in word.text.split(","):
        ends = _RANGE.fullmatch(text)
        if ends is None:
            _refuse_boards(word)
        first = int(ends[1])
        last = int(ends[2] or first)
        if not 1 <= first <= last:
            _refuse_boards(word)
        ranges.append(range(first, last + 1))

    return tuple(ranges)


def _refuse_boards(word: Word) -> NoReturn:
    refuse("Boards are written 1-27, or in several sets: 1-12,17-28.", word.column)


def board_ranges_text(ranges: tuple[range, ...]) -> str:
    """The ranges of boards as text that ``board_ranges`` can read, such as 1-12,17-28."""
    texts = []
    for boards in ranges:
        text = str(boards[0])
        if len(boards) > 1:
            text += f"-{boards[-1]}"
        texts.append(text)
    return ",".join(texts)


def outcome_and_group(line: str, column: int, board: int | None) -> tuple[Outcome, str]:
    """The outcome that begins at a column of a line, and the letter of its group; the letter is empty without a group.

    A group is the tables at which a fouled board had the same cards.

    ``board`` is the board for which contracts are scored; without it a contract is refused.

    >>> outcome, group = outcome_and_group("play 7 1 2 -50 /b", 12, 7)
    >>> outcome.points, group
    (-50, 'b')

    Raises:
        InvalidOutcome: for text that is no outcome, or for a contract without ``board``, with the column in the line.
        InvalidBoard: for a contract, if ``board`` is a number that no board has.
    """
    text = line[column - 1 :]
    group = ""
    with_group = _GROUP.fullmatch(text)
    if with_group:
        text, group = with_group["result"], with_group["group"]

    try:
        return parse_outcome(text, board), group
    except InvalidOutcome as refusal:
        place = refusal.column or 1
        raise InvalidOutcome(refusal.message, column=column - 1 + place) from None
