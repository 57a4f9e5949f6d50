"""Balance: how evenly the results of each pair are compared with those of all other pairs."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from scoring.movements.plan import Movement

_Pairs = tuple[int, int]
"""The numbers of two pairs of players, the lower number first."""


class _Sets(NamedTuple):
    """Sets that a pair plays; bit n of a number stands for set n."""

    ns: int
    """The sets that the pair plays North-South."""
    every: int


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
    tables: Counter[int] = Counter()
    line: dict[int, int] = {}
    plays: defaultdict[int, list[_Sets]] = defaultdict(list)
    meetings = []
    for row in movement.rows:
        if row.is_played and row.ns is not None and row.ew is not None:
            tables[row.set] += 1
            line[row.ns] = 1
            line[row.ew] = 2 if movement.winners == 2 else 1
            _add_set(plays[row.ns], 1 << row.set, is_ns=True)
            _add_set(plays[row.ew], 1 << row.set, is_ns=False)
            meetings.append((row.ns, row.ew, row.set))

    met: Counter[_Pairs] = Counter()
    for ns, ew, boards in meetings:
        met[_ordered(ns, ew)] += tables[boards]

    compared = []
    for one, other in combinations(sorted(line), 2):
        if line[one] == line[other]:
            alike = _alike(plays[one], plays[other])
            compared.append(alike + met[one, other])

    return compared


def _add_set(plays: list[_Sets], bit: int, *, is_ns: bool) -> None:
    """Add a set, as one bit, to the sets that a pair plays. A set that is played again goes to another item."""
    ns_bit = bit if is_ns else 0
    for index, (ns, every) in enumerate(plays):
        if not every & bit:
            plays[index] = _Sets(ns | ns_bit, every | bit)
            return
    plays.append(_Sets(ns_bit, bit))


def _alike(one: list[_Sets], other: list[_Sets]) -> int:
    """The number of sets for which two pairs hold the cards of the same side, less those of opposite sides."""
    alike = 0
    for own, their in product(one, other):
        both = own.every & their.every
        alike += both.bit_count() - 2 * (both & (own.ns ^ their.ns)).bit_count()
    return alike


def _ordered(one: int, other: int) -> _Pairs:
    return (one, other) if one < other else (other, one)
