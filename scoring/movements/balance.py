"""Balance: how evenly the results of each pair are compared with those of all other pairs."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from scoring.movements.plan import Movement

_Pairs = tuple[int, int]
"""The numbers of two pairs of players, the lower number first."""


def quality(movement: Movement) -> Fraction | None:
    """The quality of a movement of pairs, from 0 to 100; None for teams and individuals, or if no pairs are compared.

    Two pairs influence each other by each set of boards that both play. The influence is 1 if they hold the cards of
    the same side, -1 if they hold the cards of opposite sides, and t - 1 if they meet, where t is the number of tables
    that play the set. With two winners only the influences between pairs of the same line count.

    The influences are squared and added. The quality is the smallest possible sum in per cent of this sum. The sum
    would be smallest if all influences were as equal as whole numbers with the same total can be.
    """
    if movement.form != "pairs":
        return None

    influence = _influence(movement)
    if not influence:
        return None

    total = sum(influence)
    squares = sum([number * number for number in influence])
    if not squares:
        return Fraction(100)

    low, higher = divmod(total, len(influence))
    lower = len(influence) - higher
    least = lower * low**2 + higher * (low + 1) ** 2
    return Fraction(100 * least, squares)


def _influence(movement: Movement) -> list[int]:
    """One number for every two pairs whose results are compared: the influence of the two pairs on each other."""
    meetings: defaultdict[int, list[_Pairs]] = defaultdict(list)
    line: dict[int, int] = {}
    for row in movement.rows:
        if row.is_played and row.ns is not None and row.ew is not None:
            meetings[row.set].append((row.ns, row.ew))
            line[row.ns] = 1
            line[row.ew] = 2 if movement.winners == 2 else 1

    influence: defaultdict[_Pairs, int] = defaultdict(int)
    for of_set in meetings.values():
        _add_set(influence, of_set)

    compared = []
    for one, other in combinations(sorted(line), 2):
        if line[one] == line[other]:
            compared.append(influence[one, other])

    return compared


def _add_set(influence: defaultdict[_Pairs, int], meetings: Sequence[_Pairs]) -> None:
    """Add to ``influence`` the influence that pairs have on each other by one set of boards.

    ``meetings`` has the two pairs at each table that plays the set, North-South first.
    """
    for ns, ew in meetings:
        influence[_ordered(ns, ew)] += len(meetings) - 1
    for (ns, ew), (other_ns, other_ew) in combinations(meetings, 2):
        influence[_ordered(ns, other_ns)] += 1
        influence[_ordered(ew, other_ew)] += 1
        influence[_ordered(ns, other_ew)] -= 1
        influence[_ordered(ew, other_ns)] -= 1


def _ordered(one: int, other: int) -> _Pairs:
    return (one, other) if one < other else (other, one)
