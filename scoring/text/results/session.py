"""The results of a session, as result files need them: pairs with places, and boards with a line for each table.

The lists of strata and of handicaps are left out, because the files have no place for them.
"""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest import Contest, ContestRules, Result
from scoring.contest.rounding import as_decimal, half_away
from scoring.duplicate.outcomes import Outcome
from scoring.values import Side

PROGRAM: Final = "Clubscore"
LISTS: Final = ("all", "ns", "ew")


class Pair(NamedTuple):
    """A pair with its place in its ranked list; ``place`` is None if the pair is in no list."""

    number: int
    names: tuple[str, ...]
    line: Side | None = None
    """The line in which the pair is ranked, if there are two winners; otherwise None."""
    place: int | None = None
    score: Fraction = Fraction(0)
    """The score of the pair after penalties."""
    percent: Fraction | None = None
    """The score in per cent; None if scores are not a percentage of a top."""
    boards: int = 0


class TravellerLine(NamedTuple):
    """One table of a traveller: the pairs, the outcome, and the points that both sides are awarded."""

    ns: int
    ew: int
    outcome: Outcome
    ns_points: Fraction
    ew_points: Fraction
    remark: str = ""
    """A note on the result for whoever reads the file, such as "open when published"; empty without one."""


class Traveller(NamedTuple):
    """A board, with a line for every table that has awards on it."""

    board: int
    lines: tuple[TravellerLine, ...]


class SessionResults(NamedTuple):
    """The results of a session of pairs, as they are written to a file."""

    name: str
    rules: ContestRules
    pairs: tuple[Pair, ...]
    """The pairs, list by list, the winner first; then the pairs without a place."""
    travellers: tuple[Traveller, ...]
    club: str = ""
    """The club where the session was played; empty if the club is not known."""
    day: date | None = None


def session_results(contest: Contest, result: Result) -> SessionResults:
    """The results of a contest of pairs, without club and day. The pairs have the numbers of the contest's entries."""
    pairs = tuple(_pairs(contest, result))
    return SessionResults(contest.name, contest.rules, pairs, _travellers(result))


def points_text(value: Fraction, places: int = 4) -> str:
    """Points as a decimal number in text, with at most ``places`` decimals.

    >>> points_text(Fraction(17, 3)), points_text(Fraction(-3))
    ('5.6667', '-3')
    """
    return as_decimal(half_away(value, places))


def _travellers(result: Result) -> tuple[Traveller, ...]:
    """The boards in the order of their numbers, without boards that have no award."""
    lines: dict[int, list[TravellerLine]] = {}
    for slot, ns, ew, *_partners in result.slots:
        if ns is not None and ew is not None:
            line = TravellerLine(slot.ns, slot.ew, slot.outcome, ns.points, ew.points)
            lines.setdefault(slot.board, []).append(line)
    travellers = []
    for board in sorted(lines):
        travellers.append(Traveller(board, tuple(lines[board])))
    return tuple(travellers)


def _pairs(contest: Contest, result: Result) -> Iterator[Pair]:
    """Yield the pairs list by list, the winner first, then the pairs that have played and are in no list."""
    unranked = {entry.number: entry for entry in contest.entries}
    for ranked in result.lists:
        if ranked.name not in LISTS:
            continue
        for row in ranked.rows:
            entry = unranked.pop(row.entry)
            yield Pair(
                entry.number,
                entry.names,
                entry.line,
                row.place,
                row.score,
                row.percent,
                row.boards,
            )

    played: set[int] = set()
    for scored in result.slots:
        if scored.ns:
            played |= {scored.slot.ns, scored.slot.ew}

    for entry in unranked.values():
        if entry.number in played:
            yield Pair(entry.number, entry.names, entry.line)
