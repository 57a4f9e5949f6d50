"""The standings from which a round is drawn, and the matches and byes that a draw may not repeat."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.contest.matches import BYE
from scoring.movements.plan import MovementRow

UNDECIDED = Fraction(10)
"""The victory points of each side of a match in which no board counts yet: the average of a match.

The sides get these points only while a board of the match has no result and no ruling.
"""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of the entries that play in a Swiss: the leader first, equal entries in the order of their
    numbers."""

    points: Mapping[int, Fraction]
    """The victory points of each number. The order of the keys is the order of the standings."""
    missing: int
    """The number of results that are missing in the rounds that have begun."""
    undecided: int
    """The number of matches that count as a tie, because none of their boards counts yet and a board is still open."""


def standings(state: SessionState, results: Results) -> Standings:
    """The standings of a Swiss as they are now, with the points of byes and penalties.

    The score of a match counts the boards with a result (for teams: a result in both rooms), on the victory point scale
    for so many boards. A match without such a board counts as a tie as long as one of its boards has neither a result
    nor a ruling. If all its boards are ruled not played, it gives no points, as in the ranking.
    """
    section, scores = state.sections[0], scores_of(state, results, so_far=True)
    points = dict.fromkeys(section.players, Fraction(0))
    decided: set[frozenset[int]] = set()

    def add(number: int, won: Fraction) -> None:
        if number in points:  # a penalty may be of a number that nobody holds any more
            points[number] += won

    for match in scores.result.matches:
        if match.one.boards:
            decided.add(frozenset(scores.entry(side.entry)[1] for side in match))
            for side in match:
                add(scores.entry(side.entry)[1], side.victory_points or Fraction(0))
    for _round, _letter, number in state.byes:
        add(number, BYE)
    for penalty in results.penalties:
        add(penalty.entry.number, -penalty.amount)
    missing = _missing(state, results)
    undecided = {frozenset(row.seated) for row in missing} - decided
    for undecided_match in undecided:
        for number in undecided_match:
            add(number, UNDECIDED)
    ranked = sorted(points, key=lambda number: (-points[number], number))
    in_order = {number: points[number] for number in ranked}
    return Standings(in_order, len(missing), len(undecided))


def _missing(state: SessionState, results: Results) -> list[MovementRow]:
    """The rows of the tables with missing results in the rounds that have begun.

    A row is listed once for each of its boards that has neither a result nor a ruling.
    """
    return [
        row
        for slot, row in slots_of(state)
        if slot.round <= state.round and slot not in results.settled
    ]


def met_before(section: SectionState, round: int) -> list[tuple[int, int]]:
    """The two numbers of each match that the plan has in the rounds before this round."""
    return [
        (row.ns, row.ew)
        for row in section.movement.before(round)
        if row.ns is not None and row.ew is not None
    ]


def had_bye(state: SessionState, section: SectionState, round: int) -> set[int]:
    """The numbers that had no opponent in a round before this one, by the plan or because no opponent came."""
    sit_outs = {*section.movement.sit_outs}
    for before, _letter, number in state.byes:
        sit_outs.add((before, number))
    return {number for before, number in sit_outs if before < round}


def numbers_of_first_round(section: SectionState, count: int) -> list[int]:
    """The `count` numbers that play in the first round, in ascending order.

    They are all numbers that are taken, and the lowest free numbers.
    """
    taken = sorted(section.players)
    free = (number for number in range(1, count + 1) if number not in section.players)
    return sorted([*taken, *islice(free, count - len(taken))])
