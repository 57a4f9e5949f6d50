"""Correction periods of duplicate bridge (Law 79 C1): until when an error in the score may be corrected.

Both codes: thirty minutes after the official score is available for inspection, or later if the organiser says so, or
earlier where the special nature of the contest requires it. The code of 2017 lets the organiser have several. No clock
is asked: times come in.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final

from scoring.errors import InvalidRuling
from scoring.said import said

USUAL: Final = timedelta(minutes=30)


class Code(StrEnum):
    """The editions of the laws of duplicate bridge that sessions are played by."""

    OF_2007 = "2007"
    OF_2017 = "2017"


class Moment(IntEnum):
    """The moments that Law 79 tells apart, in their order."""

    HANDS_OUT = 1
    """The four hands are not all back in the board."""
    ROUND_ON = 2
    """The hands are back, and the round is not over."""
    PERIOD_ON = 3
    """The round is over, and the correction period is not."""
    PERIOD_OVER = 4

    @property
    def is_late(self) -> bool:
        """Whether the round is over."""
        return self >= Moment.PERIOD_ON


@dataclass(frozen=True, slots=True)
class Period:
    """One correction period, as the organiser specifies it.

    >>> str(Period(timedelta(hours=24)).length)
    '1 day, 0:00:00'

    Raises:
        InvalidRuling: for a period that ends before it begins, or that is short without a reason.
    """

    length: timedelta = USUAL
    """The time from when the official score is available."""
    name: str = ""
    """Its name where there are several, such as "entries by the scorer"."""
    special_nature: str = ""
    """The reason for a period under thirty minutes: what is special about the contest."""

    def __post_init__(self) -> None:
        if self.length < timedelta(0):
            raise InvalidRuling("A correction period does not end before the score is available.", field="length")
        if self.length < USUAL and not self.special_nature.strip():
            message = "A correction period under 30 minutes needs its reason: what is special about the contest."
            raise InvalidRuling(message, field="special_nature")

    def end(self, available_at: datetime) -> datetime:
        """The time at which it ends, for an official score that is available from then."""
        return available_at + self.length


@dataclass(frozen=True, slots=True)
class Periods:
    """The correction periods of a session, one of 30 minutes if none is named.

    Raises:
        InvalidRuling: for several periods by the code of 2007, or several of one name.
    """

    code: Code
    periods: tuple[Period, ...] = (Period(),)

    def __post_init__(self) -> None:
        object.__setattr__(self, "periods", _checked(self.code, self.periods))

    def moment(
        self, now: datetime, *, hands_out: bool, round_over: bool, available_at: datetime | None, name: str = ""
    ) -> Moment:
        """The moment of Law 79 at a time. ``available_at`` is when the official score was, None if it is not yet.

        A period includes the moment of its end.

        Raises:
            InvalidRuling: for the name of a period that there is not.
        """
        ends = self.end(available_at, name) if available_at is not None else None
        if ends is not None and now > ends:
            return Moment.PERIOD_OVER
        if round_over or ends is not None:
            return Moment.PERIOD_ON
        return Moment.HANDS_OUT if hands_out else Moment.ROUND_ON

    def end(self, available_at: datetime, name: str = "") -> datetime:
        """The time at which the period of that name ends; the only one needs no name.

        Raises:
            InvalidRuling: for the name of a period that there is not.
        """
        if not name and len(self.periods) == 1:
            return self.periods[0].end(available_at)
        found = [period for period in self.periods if period.name == name]
        if not found:
            names = ", ".join(f"“{period.name}”" for period in self.periods)
            message = said("There is no correction period “{name}”; there are {names}.", name=name, names=names)
            raise InvalidRuling(message, field="name")
        return found[0].end(available_at)


def _checked(code: Code, periods: Iterable[Period]) -> tuple[Period, ...]:
    read = tuple(periods)
    if not read:
        raise InvalidRuling("A session has a correction period.", field="periods")
    if len(read) > 1 and code is Code.OF_2007:
        raise InvalidRuling("The code of 2007 knows one correction period, that of 2017 several.", field="periods")
    if len({period.name for period in read}) < len(read):
        raise InvalidRuling("Each correction period has a name of its own.", field="periods")
    return read
