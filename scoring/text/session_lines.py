"""A contest as a session file, in the one form that all programs print: it reads back to an equal contest."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from scoring.contest import Contest, ContestRules, Entry, Penalty, Slot
from scoring.contest.rounding import as_decimal
from scoring.duplicate.outcome_line import outcome_line
from scoring.text.session_words import board_ranges_text
from scoring.text.words_of_line import quoted

_ALWAYS: Final = ("rounding", "average_plus")
_ELSEWHERE: Final = ("scoring", "winners")


def session_lines(contest: Contest) -> Iterator[str]:
    """The lines of the file, without line feeds."""
    rules = contest.rules
    yield f"session  {contest.name:<25} rules {_rules(rules):<41} winners {rules.winners}"
    boards = f"{rules.scoring:<25} boards {board_ranges_text(contest.boards)}" if contest.boards else rules.scoring
    yield f"scoring  {boards}"
    yield from map(_entry, contest.entries)
    yield from map(_play, contest.slots)
    yield from (f"expected {board} {number}" for board, number in contest.expected)
    yield from map(_penalty, contest.penalties)
    yield from (f"bye      {entry}" for entry in contest.byes)


def _rules(rules: ContestRules) -> str:
    defaults = ContestRules().as_json()
    stated = (
        f"{rule}={value}"
        for rule, value in rules.as_json().items()
        if rule not in _ELSEWHERE and (rule in _ALWAYS or value != defaults[rule])
    )
    return " ".join(stated)


def _entry(entry: Entry) -> str:
    words = [str(entry.number)]
    words += [entry.line.value] if entry.line else []
    words += map(quoted, entry.names)
    words += [] if entry.handicap is None else [f"handicap={as_decimal(entry.handicap)}"]
    words += [f"stratum={entry.stratum}"] if entry.stratum else []
    words += [] if entry.is_ranked else ["standing=without"]
    return f"entry    {' '.join(words)}"


def _play(slot: Slot) -> str:
    group = f" /{slot.group}" if slot.group else ""
    return f"play     {slot.board} {slot.ns} {slot.ew} {outcome_line(slot.outcome)}{group}"


def _penalty(penalty: Penalty) -> str:
    reason = f" {quoted(penalty.reason)}" if penalty.reason else ""
    return f"penalty  {penalty.entry} {as_decimal(Fraction(penalty.amount))}{penalty.unit} {penalty.law}{reason}"
