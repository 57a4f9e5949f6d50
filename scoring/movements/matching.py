"""Pairing everybody with somebody they may meet, from the top, wherever that can be done: maximum matchings after
Edmonds (1965), so that no search has to give up.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence


def first_pairing(order: Sequence[int], apart: Mapping[int, Collection[int]]) -> tuple[tuple[int, int], ...] | None:
    """Pair all of an even number: the first with the next in order for whom the rest can be paired, and so on.

    ``apart`` are those whom each may not meet. None if there is no such pairing.

    >>> first_pairing([1, 2, 3, 4], {1: {2}, 2: {1}, 3: (), 4: ()})
    ((1, 3), (2, 4))
    """
    near = {one: [other for other in order if other != one and other not in apart[one]] for one in order}
    left, mate, found = set(order), dict[int, int](), []
    if not all(one in mate or _augmented(near, left, mate, one) for one in order):
        return None
    for one in order:
        if one not in left:
            continue
        left.discard(one)
        for other in near[one]:
            if other in left and (without := _without(near, left - {other}, mate, one, other)) is not None:
                left.discard(other)
                mate = without
                found.append((one, other))
                break
    return tuple(found)


def _without(
    near: Mapping[int, Sequence[int]], left: Collection[int], mate: Mapping[int, int], one: int, other: int
) -> dict[int, int] | None:
    """A pairing of all that are left when these two meet, made from the one there is; None if there is none."""
    rest = {each: met for each, met in mate.items() if each in left and met in left}
    alone = next((each for each in (mate[one], mate[other]) if each in left), None)
    return rest if alone is None or _augmented(near, left, rest, alone) else None


def _augmented(near: Mapping[int, Sequence[int]], left: Collection[int], mate: dict[int, int], root: int) -> bool:
    """Pair one more of those who are left, which may change who meets whom; whether that could be done."""
    tree = _Tree(mate, root)
    while tree.queue:
        one = tree.queue.popleft()
        for other in near[one]:
            if other not in left or tree.base(one) == tree.base(other) or mate.get(one) == other:
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
    """The alternating paths from one who is alone. Odd rings of them are shrunk to their base."""

    def __init__(self, mate: dict[int, int], root: int) -> None:
        self.mate, self.root = mate, root
        self.parent: dict[int, int] = {}
        self.outer = {root}
        self.queue = deque([root])
        self._base: dict[int, int] = {}

    def base(self, one: int) -> int:
        """The base of the ring that somebody is in; of who is in none they themselves."""
        return self._base.get(one, one)

    def grow(self, one: int) -> None:
        """Go on from somebody at the end of a path."""
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def flip(self, end: int | None) -> None:
        """Pair those of the path anew that ends at somebody who is alone."""
        while end is not None:
            before = self.parent[end]
            following = self.mate.get(before)
            self.mate[end], self.mate[before] = before, end
            end = following

    def shrink(self, one: int, other: int) -> None:
        """Shrink the ring that two ends of paths close."""
        top = self._meeting(one, other)
        ring: set[int] = set()
        for end, child in ((one, other), (other, one)):
            while self.base(end) != top:
                met = self.mate[end]
                ring |= {self.base(end), self.base(met)}
                self.parent[end] = child
                child, end = met, self.parent[met]
        for each in {*self.parent, *self.outer}:
            if self.base(each) in ring:
                self._base[each] = top
                self.grow(each)

    def _meeting(self, one: int, other: int) -> int:
        """The base at which the paths to two of them part."""
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
