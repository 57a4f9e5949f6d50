"""Places by score, the greatest first. Equal entries share a place, or a rule for ties sets them apart."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import comb, lcm
from typing import NamedTuple, TypeVar

from scoring.contest.result import ScoredSlot

Key = TypeVar("Key", int, Fraction, tuple[Fraction, ...])
TieBreak = Callable[[Sequence[int]], list[list[int]]]
"""A rule for ties: it takes equal entries, and returns groups, the best group first. A group's entries stay equal."""


class RankedEntry(NamedTuple):
    """An entry with its place, counted from 1."""

    place: int
    is_tied: bool
    entry: int


def places(
    scores: Iterable[tuple[int, Fraction]], break_ties: TieBreak
) -> list[RankedEntry]:
    """The places of entries by their scores, the greatest first.

    >>> ranked = places([(7, Fraction(5)), (8, Fraction(9)), (9, Fraction(5))], share)
    >>> [f"{place}{'=' * is_tied} {entry}" for place, is_tied, entry in ranked]
    ['1 8', '2= 7', '2= 9']
    """
    ranked: list[RankedEntry] = []
    for group in _equals(_in_whole_numbers(scores)):
        for equals in _set_apart(group, break_ties):
            place = len(ranked) + 1
            is_tied = len(equals) > 1
            for entry in sorted(equals):
                ranked.append(RankedEntry(place, is_tied, entry))
    return ranked


def _in_whole_numbers(scores: Iterable[tuple[int, Fraction]]) -> list[tuple[int, int]]:
    """Pairs of a score and its entry. All scores are multiplied by one factor that makes them whole numbers."""
    scored = list(scores)
    unit = lcm(*{score.denominator for _, score in scored})
    whole = []
    for entry, score in scored:
        whole.append((score.numerator * (unit // score.denominator), entry))
    return whole


def _set_apart(equals: list[int], break_ties: TieBreak) -> list[list[int]]:
    """The groups into which the rule for ties divides equal entries, the best group first; one entry is one group."""
    if len(equals) == 1:
        return [equals]
    return break_ties(equals)


def share(equals: Sequence[int]) -> list[list[int]]:
    """The rule for ties that leaves all equal entries equal, in one group."""
    return [list(equals)]


def head_to_head(slots: Sequence[ScoredSlot]) -> TieBreak:
    """Make the rule for ties that compares the awards that equal entries won against each other.

    The entries stay equal if two of them have not met.
    """

    def break_ties(equals: Sequence[int]) -> list[list[int]]:
        won = dict.fromkeys(equals, Fraction(0))
        met = set()
        for scored in slots:
            ns, ew = scored.slot.ns, scored.slot.ew
            if ns not in won or ew not in won:
                continue
            met.add(frozenset((ns, ew)))
            if scored.ns:
                won[ns] += scored.ns.points
            if scored.ew:
                won[ew] += scored.ew.points

        if len(met) < comb(len(equals), 2):
            return [list(equals)]

        groups = _equals((points, entry) for entry, points in won.items())
        if len(groups) == 1:
            return groups

        smaller: list[list[int]] = []
        for group in groups:
            smaller += _set_apart(group, break_ties)

        return smaller

    return break_ties


def countback(slots: Sequence[ScoredSlot]) -> TieBreak:
    """Make the rule for ties that compares the best boards of equal entries, then the second best, and so on."""

    def break_ties(equals: Sequence[int]) -> list[list[int]]:
        boards: dict[int, list[Fraction]] = {entry: [] for entry in equals}
        for scored in slots:
            for entry, award in scored.awarded:
                if award and entry in boards:
                    boards[entry].append(award.points / (award.top or 1))
        best_first = []
        for entry, awards in boards.items():
            best_first.append((tuple(sorted(awards, reverse=True)), entry))
        return _equals(best_first)

    return break_ties


def _equals(scored: Iterable[tuple[Key, int]]) -> list[list[int]]:
    """The entries in groups of equal scores, the greatest score first. Each pair is a score and its entry."""
    ordered = sorted(scored, key=_score_of, reverse=True)
    groups = []
    for _, group in groupby(ordered, key=_score_of):
        groups.append([entry for _, entry in group])
    return groups


def _score_of(pair: tuple[Key, int]) -> Key:
    return pair[0]
