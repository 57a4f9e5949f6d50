"""The clock of a round, folded from its start and from what directors changed: more minutes, and pauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubscore.duplicate.models import ClockChange, RoundStart


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round that has begun."""

    start: RoundStart
    at: datetime
    """The moment at which the round began."""
    changes: Sequence[ClockChange] = ()
    """The extensions and pauses of this start, in the order in which they were made."""

    @property
    def minutes(self) -> int:
        """The minutes that the round is planned to last, with its extensions and without its pauses."""
        return self.start.minutes + sum(change.minutes or 0 for change in self.changes)

    @property
    def paused_at(self) -> datetime | None:
        """The moment since which the clock stands; None while it goes on."""
        for change in self.changes:
            if change.minutes is None and change.until is None:
                return change.at
        return None

    @property
    def ends_at(self) -> datetime:
        """The moment at which the round ends by the plan. While the clock stands, as if it went on at once."""
        ends_at = self.at + timedelta(minutes=self.minutes)
        for change in self.changes:
            if change.until:
                ends_at += change.until - change.at
        return ends_at

    @property
    def minutes_left(self) -> int | None:
        """The minutes that are left on a clock that stands, rounded up and at least 0. None while it goes on."""
        if self.paused_at is None:
            return None
        left = self.ends_at - self.paused_at
        return max(0, -(-left // timedelta(minutes=1)))

    def played(self, now: datetime) -> timedelta:
        """The time for which the clock has gone since the round began, without the pauses."""
        paused = timedelta()
        for change in self.changes:
            if change.minutes is None:
                paused += (change.until or max(now, change.at)) - change.at
        return now - self.at - paused

    @property
    def mark(self) -> int:
        """A number that changes with every change of the clock: each change and each end of a pause counts."""
        ended = [change for change in self.changes if change.until]
        return len(self.changes) + len(ended)
