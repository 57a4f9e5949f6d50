"""Balance: how evenly the results of each pair are compared with those of all others."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

from scoring.movements.plan import Movement


def quality(movement: Movement) -> Fraction | None:
    """The quality of a movement of pairs, from 0 to 100; None for teams and individuals, which have no such measure.

    For each set that t tables play, two pairs influence each other by t - 1 where they meet, by 1 where they hold the
    same cards, and by -1 where they hold the other side's. The quality is the least sum of squares that whole numbers
    of the same total can have, in per cent of what it is. With two winners it counts within each line.
    """
    if movement.form != "pairs":
        return None
    influence = _influence(movement)
    if not influence:
        return None
    total, squares = sum(influence), sum(each * each for each in influence)
    if not squares:
        return Fraction(100)
    low, above = divmod(total, len(influence))
    least = (len(influence) - above) * low**2 + above * (low + 1) ** 2
    return Fraction(100 * least, squares)


def _influence(movement: Movement) -> list[int]:
    """The influence of every two pairs that are compared on each other."""
    sets: dict[int, list[tuple[int, int]]] = defaultdict(list)
    line: dict[int, int] = {}
    for row in movement.rows:
        if row.is_played and row.ns is not None and row.ew is not None:
            sets[row.set].append((row.ns, row.ew))
            line |= {row.ns: 1, row.ew: 2} if movement.winners == 2 else {row.ns: 1, row.ew: 1}
    found: dict[tuple[int, int], int] = defaultdict(int)
    for plays in sets.values():
        for one, other in plays:
            found[min(one, other), max(one, other)] += len(plays) - 1
        cards = [(pair, side) for play in plays for side, pair in enumerate(play)]
        for (one, side), (other, its) in combinations(cards, 2):
            found[min(one, other), max(one, other)] += 1 if side == its else -1
        for one, other in plays:  # those who meet were counted once too often
            found[min(one, other), max(one, other)] += 1
    return [found[both] for both in combinations(sorted(line), 2) if line[both[0]] == line[both[1]]]
