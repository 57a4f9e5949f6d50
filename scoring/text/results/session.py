"""A session as files of results have it: pairs with their place, and the boards with a line for each table.

Of the lists there is the first of each line: those of strata and handicaps have no place in the files.
"""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from scoring.contest import Contest, ContestRules, Entry, Result, Row, ScoredSlot
from scoring.contest.rounding import as_decimal, half_away
from scoring.duplicate.outcomes import Outcome
from scoring.values import Side

PROGRAM: Final = "Clubscore"
LISTS: Final = ("all", "ns", "ew")


class Pair(NamedTuple):
    """A pair with its place in its list; None for one that is in no list."""

    number: int
    names: tuple[str, ...]
    line: Side | None = None
    """With two winners the line in which it is ranked."""
    place: int | None = None
    score: Fraction = Fraction(0)
    """After penalties."""
    percent: Fraction | None = None
    """None where the scores are not of anything."""
    boards: int = 0


class Line(NamedTuple):
    """One table of a traveller: who met, what came of it, and the awards."""

    ns: int
    ew: int
    outcome: Outcome
    ns_points: Fraction
    ew_points: Fraction


class Traveller(NamedTuple):
    """A board with all tables that have an award on it."""

    board: int
    lines: tuple[Line, ...]


class SessionResults(NamedTuple):
    """All that a file says."""

    name: str
    rules: ContestRules
    pairs: tuple[Pair, ...]
    """List by list, the winner first; then those without a place."""
    travellers: tuple[Traveller, ...]
    club: str = ""
    """Where it was played, and on which day; empty and None where that is not known."""
    day: date | None = None


def session_results(contest: Contest, result: Result) -> SessionResults:
    """The results of a contest of pairs; its numbers are those of the entries."""
    return SessionResults(contest.name, contest.rules, tuple(_pairs(contest, result)), _travellers(result))


def points_text(value: Fraction, places: int = 4) -> str:
    """Points as a decimal number with so many decimals at most.

    >>> points_text(Fraction(17, 3)), points_text(Fraction(-3))
    ('5.6667', '-3')
    """
    return as_decimal(half_away(value, places))


def _travellers(result: Result) -> tuple[Traveller, ...]:
    """The boards in the order of their numbers, without those that nobody has an award on."""
    ordered = sorted(result.slots, key=lambda scored: scored.slot.board)
    boards = groupby(ordered, key=lambda scored: scored.slot.board)
    found = (Traveller(board, tuple(_lines(slots))) for board, slots in boards)
    return tuple(each for each in found if each.lines)


def _lines(slots: Iterator[ScoredSlot]) -> Iterator[Line]:
    for slot, ns, ew, *_partners in slots:
        if ns is not None and ew is not None:
            yield Line(slot.ns, slot.ew, slot.outcome, ns.points, ew.points)


def _pairs(contest: Contest, result: Result) -> Iterator[Pair]:
    entries = {entry.number: entry for entry in contest.entries}
    for ranked in result.lists:
        if ranked.name in LISTS:
            yield from (_pair(entries.pop(row.entry), row) for row in ranked.rows)
    played = {number for scored in result.slots if scored.ns for number in (scored.slot.ns, scored.slot.ew)}
    yield from (_pair(entry, None) for number, entry in entries.items() if number in played)


def _pair(entry: Entry, row: Row | None) -> Pair:
    pair = Pair(entry.number, entry.names, entry.line)
    if row is None:
        return pair
    return pair._replace(place=row.place, score=row.score, percent=row.percent, boards=row.boards)
