"""Places: the higher first, equals together or set apart by a rule for ties."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import NamedTuple, TypeVar

from scoring.contest.result import ScoredSlot

Key = TypeVar("Key", int, Fraction, tuple[Fraction, ...])
TieBreak = Callable[[Sequence[int]], list[list[int]]]
"""Takes entries that are equal; gives them again in order, those that stay equal together."""


class Place(NamedTuple):
    """The place of an entry, from 1."""

    place: int
    is_tied: bool
    entry: int


def places(scores: Iterable[tuple[int, Fraction]], break_ties: TieBreak) -> list[Place]:
    """The places of entries by their scores, the greatest first.

    >>> ranked = places([(7, Fraction(5)), (8, Fraction(9)), (9, Fraction(5))], share)
    >>> [f"{place}{'=' * is_tied} {entry}" for place, is_tied, entry in ranked]
    ['1 8', '2= 7', '2= 9']
    """
    found: list[Place] = []
    given = list(scores)
    # Whole numbers are compared faster than fractions.
    unit = lcm(*{score.denominator for _, score in given})
    for group in _equals((score.numerator * (unit // score.denominator), entry) for entry, score in given):
        for equals in break_ties(group) if len(group) > 1 else [group]:
            place, is_tied = len(found) + 1, len(equals) > 1
            found += [Place(place, is_tied, entry) for entry in sorted(equals)]
    return found


def share(equals: Sequence[int]) -> list[list[int]]:
    """The rule that equals stay equal."""
    return [list(equals)]


def head_to_head(slots: Sequence[ScoredSlot]) -> TieBreak:
    """The rule that equals are set apart by what they scored against each other, if all of them met."""

    def break_ties(equals: Sequence[int]) -> list[list[int]]:
        among = [each for each in slots if each.slot.ns in equals and each.slot.ew in equals]
        met = {frozenset((each.slot.ns, each.slot.ew)) for each in among}
        if len(met) < len(equals) * (len(equals) - 1) // 2:
            return [list(equals)]
        won = dict.fromkeys(equals, Fraction(0))
        for each in among:
            for entry, award in ((each.slot.ns, each.ns), (each.slot.ew, each.ew)):
                won[entry] += award.points if award else 0
        groups = _equals((won[entry], entry) for entry in equals)
        if len(groups) == 1:
            return groups
        return [smaller for group in groups for smaller in (break_ties(group) if len(group) > 1 else [group])]

    return break_ties


def countback(slots: Sequence[ScoredSlot]) -> TieBreak:
    """The rule that equals are set apart by their best board, then their second best, and so on."""

    def break_ties(equals: Sequence[int]) -> list[list[int]]:
        boards: dict[int, list[Fraction]] = {entry: [] for entry in equals}
        for each in slots:
            for entry, award in each.awarded:
                if award and entry in boards:
                    boards[entry].append(award.points / award.top if award.top else award.points)
        return _equals((tuple(sorted(boards[entry], reverse=True)), entry) for entry in equals)

    return break_ties


def _equals(keyed: Iterable[tuple[Key, int]]) -> list[list[int]]:
    ordered = sorted(keyed, key=lambda pair: pair[0], reverse=True)
    return [[entry for _, entry in group] for _, group in groupby(ordered, key=lambda pair: pair[0])]
