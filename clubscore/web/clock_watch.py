"""A watch of the machine's clock: jumps while this process runs, and a clock that is behind times in the database.

Deals, deadlines and evenings get their times from this clock. A small computer may start at the time of its last stop.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from clubscore.web.clock import moment

logger = logging.getLogger(__name__)

# Other machines on the same books may differ by so much.
TOLERANCE = timedelta(minutes=2)
TOLD_FOR = timedelta(days=1)

newest_times: list[Callable[[], datetime | None]] = []
"""Functions of the apps. Each returns the newest time in the rows of its app, with one or two queries."""


@dataclass(frozen=True, slots=True)
class ClockJump:
    """A change of the clock while this process ran."""

    to: datetime
    """The time right after the jump."""
    by: timedelta
    """The length of the jump; negative if the clock was set back."""

    @property
    def words(self) -> str:
        words = (
            _("set back by %(length)s")
            if self.by < timedelta()
            else _("set forward by %(length)s")
        )
        return words % {"length": _length(abs(self.by))}


@dataclass(frozen=True, slots=True)
class ClockWarnings:
    """The faults of the clock; each is None if there is no such fault."""

    jump: ClockJump | None
    newest: datetime | None
    """The newest time in the database, if it is later than now by more than TOLERANCE."""

    @property
    def words(self) -> str:
        """The faults in words, for a log or a monitor: clauses joined by commas; empty when nothing is wrong."""
        jumped = f"{self.jump.words} at {moment(self.jump.to)}" if self.jump else ""
        behind = (
            f"behind what was written at {moment(self.newest)}" if self.newest else ""
        )
        return ", ".join(filter(None, (jumped, behind)))


class ClockWatch:
    """A watch that finds jumps of the clock by comparing it with a steady clock, which nobody can set.

    `clock` and `steady` are functions that return seconds; by default the clock and the steady clock of this machine.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] | None = None,
    ) -> None:
        self._clock, self._steady = clock, steady or seconds_since_start
        self._apart = self._clock() - self._steady()
        self._jump: tuple[float, ClockJump] | None = None
        self._behind_since: datetime | None = None
        self._lock = Lock()

    def jump(self) -> ClockJump | None:
        """The last jump, if it was within a day; else None. A new jump is logged. Steps up to TOLERANCE are ignored."""
        with self._lock:
            steady = self._steady()
            apart = self._clock() - steady
            by = timedelta(seconds=apart - self._apart)
            # A slow change is followed, and never adds up to a jump.
            self._apart = apart
            if abs(by) > TOLERANCE:
                self._jump = (
                    steady,
                    ClockJump(datetime.fromtimestamp(steady + apart, UTC), by),
                )
                with override(None):  # the log has one language
                    logger.warning(
                        "The clock of this machine was %s.", self._jump[1].words
                    )
            if self._jump and steady - self._jump[0] > TOLD_FOR.total_seconds():
                self._jump = None
            return self._jump[1] if self._jump else None

    def warnings(self, now: datetime) -> ClockWarnings:
        """The last jump, and the newest time in the database if it is ahead of the clock. Takes a few queries."""
        written = [newest for find in newest_times if (newest := find())]
        newest = max(written, default=now)
        ahead = newest if is_ahead(newest, now) else None
        return ClockWarnings(self.jump(), ahead)

    def unsteady_since(self, now: datetime) -> datetime | None:
        """The time at which the clock began to be wrong; None if it has no fault.

        It is the time right after the last jump, or the time when this watch first saw the clock behind a time in the
        database.
        """
        found = self.warnings(now)
        if found.jump:
            return found.jump.to
        self._behind_since = (self._behind_since or now) if found.newest else None
        return self._behind_since


def is_ahead(written: datetime, now: datetime) -> bool:
    """True if a time in the database is ahead of `now` by more than the clocks of two machines may differ."""
    return written > now + TOLERANCE


def seconds_since_start() -> float:
    """The reading, in seconds, of a steady clock, which nobody can set.

    On most systems the clock counts from the start of the machine. On Linux it goes on while the machine sleeps.
    """
    return (
        time.clock_gettime(time.CLOCK_BOOTTIME)
        if hasattr(time, "CLOCK_BOOTTIME")
        else time.monotonic()
    )


def _length(span: timedelta) -> str:
    days, hours, minutes = (
        round(span / timedelta(**{unit: 1})) for unit in ("days", "hours", "minutes")
    )
    if span >= timedelta(days=1):
        return ngettext("%(number)s day", "%(number)s days", days) % {"number": days}
    if span >= timedelta(hours=1):
        return ngettext("%(number)s hour", "%(number)s hours", hours) % {
            "number": hours
        }
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {
        "number": minutes
    }


clock_watch = ClockWatch()
