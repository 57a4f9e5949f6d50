"""Counts the open streams, so that neither one member nor all together can exhaust the server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from clubscore.live.limits import Limits


class Full(Exception):
    """No room for another stream."""


class Caps:
    """The open streams of each member. A stream counts until its socket takes no more memory, read or not."""

    def __init__(self) -> None:
        self.in_all = 0
        self._by_member: Counter[int] = Counter()

    @contextmanager
    def place(self, member: int, limits: Limits) -> Iterator[None]:
        """Hold a place for one stream of the member. Raises Full."""
        if self.in_all >= limits.in_all or self._by_member[member] >= limits.per_member:
            raise Full
        self.in_all += 1
        self._by_member[member] += 1
        try:
            yield
        finally:
            self.in_all -= 1
            self._by_member[member] -= 1
            if not self._by_member[member]:
                del self._by_member[member]
