"""Strata: classes of players, A the highest. An entry is in the list of its own stratum and of every higher one."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.facts import ContestEntry

FEWEST: Final = 5
"""The smallest number of entries in the whole contest for which a lower stratum has lists."""


def stratum_of(
    holdings: Sequence[Fraction | int],
    limits: Mapping[str, Fraction | int],
    *,
    by_mean: bool,
) -> str:
    """The letter of the lowest stratum whose limit the players' masterpoints do not reach; A if they reach every limit.

    ``holdings`` are the masterpoints of each player. The mean of these numbers counts if ``by_mean``, otherwise the
    highest number. ``limits`` has for each stratum below A the masterpoints from which a player is too good for it.

    >>> stratum_of([120, 480], {"B": 500, "C": 300}, by_mean=False)
    'B'
    >>> stratum_of([120, 460], {"B": 500, "C": 300}, by_mean=True)
    'C'
    """
    held = Fraction(sum(holdings), len(holdings)) if by_mean else max(holdings)
    open_strata = [stratum for stratum, limit in limits.items() if held < limit]
    return max(open_strata, default="A")


def lower_strata(entries: Iterable[ContestEntry]) -> dict[str, list[int]]:
    """The numbers of the entries of each lower stratum, by the letter of the stratum.

    ``entries`` are those of both lines: with two winners, a stratum has a list in each line. The highest stratum of any
    entry is left out, because its list has all entries. So is a stratum with fewer entries than ``FEWEST``.
    """
    strata: dict[int, str] = {}
    for entry in entries:
        strata[entry.number] = entry.stratum or "A"

    highest = min(strata.values(), default="A")
    lists = {}
    for stratum in sorted(set(strata.values())):
        members = [number for number, letter in strata.items() if letter >= stratum]
        if stratum > highest and len(members) >= FEWEST:
            lists[stratum] = members

    return lists
