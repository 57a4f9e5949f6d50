"""Writes a contest as a session file. Reading the file gives an equal contest."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from scoring.contest import Contest, ContestEntry, ContestRules, Penalty, Slot
from scoring.contest.rounding import as_decimal
from scoring.duplicate.outcome_line import outcome_line
from scoring.text.session_words import board_ranges_text
from scoring.text.words_of_line import quoted

_ALWAYS: Final = ("rounding", "average_plus")
_ELSEWHERE: Final = ("scoring", "winners")


def session_lines(contest: Contest) -> Iterator[str]:
    """Yield the lines of the session file of a contest, without line feeds."""
    rules = contest.rules
    yield f"session  {contest.name:<25} rules {_rules(rules):<41} winners {rules.winners}"
    if contest.boards:
        yield f"scoring  {rules.scoring:<25} boards {board_ranges_text(contest.boards)}"
    else:
        yield f"scoring  {rules.scoring}"

    yield from map(_entry, contest.entries)
    yield from map(_play, contest.slots)
    for board, number in contest.expected:
        yield f"expected {board} {number}"

    yield from map(_penalty, contest.penalties)
    for entry in contest.byes:
        yield f"bye      {entry}"


def _rules(rules: ContestRules) -> str:
    """The words for the rules that are always written, and for the rules that differ from their default."""
    defaults = ContestRules().as_json()
    words = []
    for rule, value in rules.as_json().items():
        is_written = rule in _ALWAYS or value != defaults[rule]
        if is_written and rule not in _ELSEWHERE:
            words.append(f"{rule}={value}")
    return " ".join(words)


def _entry(entry: ContestEntry) -> str:
    words = [str(entry.number)]
    if entry.line:
        words.append(entry.line.value)

    words += map(quoted, entry.names)
    if entry.handicap is not None:
        words.append(f"handicap={as_decimal(entry.handicap)}")
    if entry.stratum:
        words.append(f"stratum={entry.stratum}")
    if not entry.is_ranked:
        words.append("standing=without")

    return f"entry    {' '.join(words)}"


def _play(slot: Slot) -> str:
    ns, ew = _side(slot.ns, slot.south), _side(slot.ew, slot.west)
    line = f"play     {slot.board} {ns} {ew} {outcome_line(slot.outcome)}"
    if slot.group:
        line = f"{line} /{slot.group}"
    return line


def _side(entry: int, partner: int | None) -> str:
    """The number of an entry, or the numbers of two players who are partners in an individual."""
    if partner is None:
        return str(entry)
    return f"{entry}+{partner}"


def _penalty(penalty: Penalty) -> str:
    amount = as_decimal(Fraction(penalty.amount))
    line = f"penalty  {penalty.entry} {amount}{penalty.unit} {penalty.law}"
    if penalty.reason:
        line = f"{line} {quoted(penalty.reason)}"
    return line
