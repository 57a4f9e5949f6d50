"""Strata: classes of players, A the highest; each entry is in its own list and in every higher one."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.facts import Entry

FEWEST: Final = 5
"""A list of a lower stratum needs so many entries."""


def stratum_of(holdings: Sequence[Fraction | int], limits: Mapping[str, Fraction | int], *, by_mean: bool) -> str:
    """The lowest stratum whose limit the players' masterpoints do not reach, else A.

    The higher holding counts, or the mean of all. ``limits`` has the masterpoints from which a player is too good for
    each stratum below A.

    >>> stratum_of([120, 480], {"B": 500, "C": 300}, by_mean=False)
    'B'
    >>> stratum_of([120, 460], {"B": 500, "C": 300}, by_mean=True)
    'C'
    """
    held = Fraction(sum(holdings), len(holdings)) if by_mean else max(holdings)
    open_to = [stratum for stratum, limit in limits.items() if held < limit]
    return max(open_to, default="A")


def lower_strata(entries: Iterable[Entry]) -> dict[str, list[int]]:
    """The entries of each list below the highest, B first; a list with too few is left out."""
    letters = {entry.number: entry.stratum or "A" for entry in entries}
    highest = min(letters.values(), default="A")
    lists = {
        stratum: [number for number, letter in letters.items() if letter >= stratum]
        for stratum in sorted(set(letters.values()))
        if stratum > highest
    }
    return {stratum: members for stratum, members in lists.items() if len(members) >= FEWEST}
