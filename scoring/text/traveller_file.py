"""Travellers: the results of one board, a line ``NAME RESULT [/group]`` for each table.

A group is the tables at which a fouled board had the same cards.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.contest import Contest, ContestEntry, ContestRules, Slot
from scoring.duplicate.outcomes import Outcome
from scoring.errors import InvalidDeal, InvalidOutcome, ScoringError
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import outcome_and_group, refuse
from scoring.text.words_of_line import without_comment, words_of


class BoardContest(NamedTuple):
    """The contest of one board, in which each pair plays at one table, and the name in each line of the file."""

    contest: Contest
    names: tuple[str, ...]


class _TableResult(NamedTuple):
    name: str
    outcome: Outcome
    group: str


def read_traveller(
    lines: Iterable[bytes],
    rules: ContestRules,
    *,
    board: int | None = None,
    expected: int | None = None,
) -> BoardContest:
    """Read the contest of one board from a traveller.

    ``board`` is the board for which contracts are scored; without it contracts are refused. ``expected`` is the
    number of results that the board should have; None for as many as there are lines.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    texts = TextLines(lines)
    try:
        results = []
        for text in texts:
            results.append(_read(without_comment(text), board))
        contest = _contest(results, rules, board or 1, expected)
        return BoardContest(contest, tuple(result.name for result in results))
    except ScoringError as refusal:
        column = (
            refusal.column
            if isinstance(refusal, InvalidDeal | InvalidOutcome)
            else None
        )
        raise InvalidLine(
            refusal.message, line=max(texts.line, 1), column=column or 1
        ) from None


def _read(line: str, board: int | None) -> _TableResult:
    words = words_of(line)
    if len(words) < 2:
        refuse("A line is a name and a result, such as: 7 +420.", len(line) + 1)
    outcome, group = outcome_and_group(line, words[1].column, board)
    return _TableResult(words[0].content, outcome, group)


def _contest(
    results: list[_TableResult], rules: ContestRules, board: int, expected: int | None
) -> Contest:
    """The contest of the results: the first line is pairs 1 and 2, the second line is pairs 3 and 4, and so on."""
    entries = []
    slots = []
    for table, result in enumerate(results, 1):
        ew = 2 * table
        ns = ew - 1
        entries += [ContestEntry(ns), ContestEntry(ew)]
        slots.append(Slot(board, ns, ew, result.outcome, result.group))

    complete: tuple[tuple[int, int], ...] = ()
    if expected is not None:
        complete = ((board, expected),)

    return Contest("", rules, tuple(entries), tuple(slots), expected=complete)
