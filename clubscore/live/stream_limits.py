"""Limits on the number of open streams and on their time, by settings. Every process counts its own streams."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings

from clubscore import metrics

try:
    import resource
except ImportError:  # Windows
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

_SELECTABLE = 512  # sockets that the event loop of Windows can wait for
_OTHER_FILES = 200  # connections of pages and of the database, static files, logs


@dataclass(frozen=True)
class StreamLimits:
    beat: float
    """The most seconds between two beats of a stream, the events that show that the connection is alive."""
    lifetime: float
    """The most seconds that a stream lasts."""
    per_member: int
    """The most open streams of one member."""
    total: int
    """The most open streams of all members together."""


def limits() -> StreamLimits:
    """The limits on streams by the present settings."""
    return StreamLimits(
        beat=getattr(settings, "LIVE_BEAT_SECONDS", 15),
        lifetime=getattr(settings, "LIVE_STREAM_SECONDS", 15 * 60),
        per_member=getattr(settings, "LIVE_STREAMS_PER_MEMBER", 16),
        total=getattr(settings, "LIVE_STREAMS_IN_ALL", _streams_that_fit()),
    )


def _streams_that_fit() -> int:
    """The number of streams for which file descriptors are left. Many systems allow 1,024 for each process."""
    if not HAS_LIMITS:
        return _SELECTABLE - _OTHER_FILES
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        5000
        if files == resource.RLIM_INFINITY
        else max(50, min(5000, files - _OTHER_FILES))
    )


class LimitReached(Exception):
    """An error: the member, or all members together, have as many open streams as are allowed."""


class StreamCounter:
    """A counter of open streams, in total and by member.

    A stream counts until its socket is closed, even if nobody reads it.
    """

    def __init__(self) -> None:
        self.total = 0
        self._by_member: Counter[int] = Counter()

    @contextmanager
    def count(self, member: int, limits: StreamLimits) -> Iterator[None]:
        """Count one more stream of the member as long as the block runs.

        Raises LimitReached if the member, or all members together, have as many open streams as the limits allow.
        """
        if self.total >= limits.total or self._by_member[member] >= limits.per_member:
            raise LimitReached
        self.total += 1
        metrics.watchers.inc()
        self._by_member[member] += 1
        try:
            yield
        finally:
            self.total -= 1
            metrics.watchers.dec()
            self._by_member[member] -= 1
            if not self._by_member[member]:
                del self._by_member[member]
