"""Pairings in which every entry meets an entry that it may meet. The first entries get the first possible opponents.

They are maximum matchings after Edmonds (1965), so that a pairing is found wherever there is one.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence


def first_pairing(
    order: Sequence[int], apart: Mapping[int, Collection[int]]
) -> tuple[tuple[int, int], ...] | None:
    """The first pairing of an even number of entries; None if no pairing is possible.

    The first entry meets the next in order for which the rest can still be paired, and so on. ``apart`` has for each
    entry the entries that it may not meet.

    >>> first_pairing([1, 2, 3, 4], {1: {2}, 2: {1}, 3: (), 4: ()})
    ((1, 3), (2, 4))
    """
    near = {}
    for one in order:
        near[one] = [
            other for other in order if other != one and other not in apart[one]
        ]

    left = set(order)
    mate: dict[int, int] = {}
    for one in order:
        if one not in mate and not _augmented(near, left, mate, one):
            return None

    pairing = []
    for one in order:
        if one not in left:
            continue
        left.discard(one)
        for other in near[one]:
            if other not in left:
                continue
            without = _without(near, left - {other}, mate, one, other)
            if without is not None:
                left.discard(other)
                mate = without
                pairing.append((one, other))
                break

    return tuple(pairing)


def _without(
    near: Mapping[int, Sequence[int]],
    left: Collection[int],
    mate: Mapping[int, int],
    one: int,
    other: int,
) -> dict[int, int] | None:
    """A pairing of the entries ``left`` after ``one`` meets ``other``; None if it is impossible.

    ``mate`` is a pairing of ``left``, ``one`` and ``other``, from which the new pairing is made. ``near`` has for each
    entry the entries that it may meet.
    """
    rest = {entry: met for entry, met in mate.items() if entry in left and met in left}
    for alone in (mate[one], mate[other]):
        if alone in left:
            # Both former mates may be alone now. Then a path that pairs the first of them ends at the second.
            return rest if _augmented(near, left, rest, alone) else None
    return rest


def _augmented(
    near: Mapping[int, Sequence[int]],
    left: Collection[int],
    mate: dict[int, int],
    root: int,
) -> bool:
    """Find a partner for ``root`` in the pairing ``mate``, which is changed; return True if one was found.

    Only the entries ``left`` are paired. ``near`` has for each entry the entries that it may meet.
    """
    tree = _Tree(mate, root)
    while tree.queue:
        one = tree.queue.popleft()
        for other in near[one]:
            if (
                other not in left
                or tree.base(one) == tree.base(other)
                or mate.get(one) == other
            ):
                continue
            if other in tree.outer:
                tree.shrink(one, other)
            elif other not in tree.parent:
                tree.parent[other] = one
                if other not in mate:
                    tree.flip(other)
                    return True
                tree.grow(mate[other])

    return False


class _Tree:
    """A search for a partner of ``root``, an entry that has no partner in the pairing ``mate``.

    The search follows paths from ``root`` whose steps are in turn a new meeting and a pair of ``mate``.

    A ring of odd length, in which two paths meet, is shrunk to one of its entries, the base of the ring.
    """

    def __init__(self, mate: dict[int, int], root: int) -> None:
        self.mate = mate
        self.root = root
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])
        self._base: dict[int, int] = {}

    def base(self, one: int) -> int:
        """The base of the ring that holds the entry ``one``; the entry itself if no ring holds it."""
        return self._base.get(one, one)

    def grow(self, one: int) -> None:
        """Add an entry, if it is new, to the entries from which the search continues its paths."""
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def flip(self, end: int | None) -> None:
        """Change the pairing along the path from ``root`` to ``end``, so that every entry on the path has a partner."""
        while end is not None:
            before = self.parent[end]
            following = self.mate.get(before)
            self.mate[end] = before
            self.mate[before] = end
            end = following

    def shrink(self, one: int, other: int) -> None:
        """Shrink the ring of odd length that closes if the entries ``one`` and ``other``, two ends of paths, meet."""
        top = self._meeting(one, other)
        ring: set[int] = set()
        for end, child in ((one, other), (other, one)):
            while self.base(end) != top:
                met = self.mate[end]
                ring |= {self.base(end), self.base(met)}
                self.parent[end] = child
                child, end = met, self.parent[met]

        for entry in {*self.parent, *self.outer}:
            if self.base(entry) in ring:
                self._base[entry] = top
                self.grow(entry)

    def _meeting(self, one: int, other: int) -> int:
        """The entry, or the base of the ring, at which the paths from the root to two entries separate."""
        above: set[int] = set()
        while True:
            one = self.base(one)
            above.add(one)
            if one == self.root or one not in self.mate:
                break
            one = self.parent[self.mate[one]]

        while self.base(other) not in above:
            other = self.parent[self.mate[self.base(other)]]

        return self.base(other)
