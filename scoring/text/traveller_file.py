"""Travellers: the results of one board, a line ``NAME RESULT [/group]`` for each table."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.contest import Contest, ContestRules, Entry, Slot
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Outcome
from scoring.errors import InvalidDeal, InvalidOutcome, ScoringError
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import group_and_result, refuse
from scoring.text.words_of_line import without_comment, words_of


class Traveller(NamedTuple):
    """One board as a contest of its own, in which no pair plays at two tables; and the names of its lines."""

    contest: Contest
    names: tuple[str, ...]


class _Line(NamedTuple):
    name: str
    outcome: Outcome
    group: str


def read_traveller(
    lines: Iterable[bytes], rules: ContestRules, *, board: int | None = None, expected: int | None = None
) -> Traveller:
    """The contest of a traveller.

    ``board`` is the number that contracts are scored by; without it the file may hold scores alone. ``expected`` is the
    number of results that the board should have: as many as lines, if it is None.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    texts = TextLines(lines)
    try:
        read = [_read(without_comment(text), board) for text in texts]
        return Traveller(_contest(read, rules, board or 1, expected), tuple(line.name for line in read))
    except ScoringError as refusal:
        column = refusal.column if isinstance(refusal, InvalidDeal | InvalidOutcome) else None
        raise InvalidLine(refusal.message, line=max(texts.line, 1), column=column or 1) from None


def _read(line: str, board: int | None) -> _Line:
    words = words_of(line)
    if len(words) < 2:
        refuse("A line is a name and a result, such as: 7 +420.", len(line) + 1)
    column = words[1].column
    result, group = group_and_result(line[column - 1 :])
    try:
        return _Line(words[0].content, parse_outcome(result, board), group)
    except InvalidOutcome as refusal:
        raise InvalidOutcome(refusal.message, column=column - 1 + (refusal.column or 1)) from None


def _contest(lines: list[_Line], rules: ContestRules, board: int, expected: int | None) -> Contest:
    entries = tuple(Entry(number) for number in range(1, 2 * len(lines) + 1))
    slots = tuple(
        Slot(board, 2 * index - 1, 2 * index, line.outcome, line.group) for index, line in enumerate(lines, 1)
    )
    complete = ((board, expected),) if expected is not None else ()
    return Contest("", rules, entries, slots, expected=complete)
