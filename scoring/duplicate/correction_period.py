"""Correction periods of duplicate bridge (Law 79 C1): the time in which an error in the score may be corrected.

By both codes a period ends thirty minutes after the official score is available for inspection. The organiser may set a
later time, or an earlier one if the special nature of the contest requires it. By the code of 2017 there may be several
periods. This module reads no clock: the caller gives every time.
"""

from collections.abc import Sequence
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
    """The moments that Law 79 distinguishes, in their order."""

    HANDS_OUT = 1
    """The four hands are not all back in the board."""
    ROUND_ON = 2
    """The hands are back, and the round is not over."""
    PERIOD_ON = 3
    """The round is over, and the correction period has not ended."""
    PERIOD_OVER = 4

    @property
    def is_late(self) -> bool:
        """True if the round is over."""
        return self >= Moment.PERIOD_ON


@dataclass(frozen=True, slots=True)
class CorrectionPeriod:
    """One correction period, as the organiser sets it.

    >>> str(CorrectionPeriod(timedelta(hours=24)).length)
    '1 day, 0:00:00'

    Raises:
        InvalidRuling: for a negative length, and for a length under thirty minutes without a reason.
    """

    length: timedelta = USUAL
    """The length of the period, counted from the time at which the official score is available."""
    name: str = ""
    """The name of the period, if a session has several periods; for example "entries by the scorer"."""
    special_nature: str = ""
    """The reason for a period under thirty minutes: what is special about the contest."""

    def __post_init__(self) -> None:
        if self.length < timedelta(0):
            raise InvalidRuling(
                "A correction period does not end before the score is available.",
                field="length",
            )
        if self.length < USUAL and not self.special_nature.strip():
            message = "A correction period under 30 minutes needs its reason: what is special about the contest."
            raise InvalidRuling(message, field="special_nature")

    def end(self, available_at: datetime) -> datetime:
        """The time at which the period ends if the official score is available from ``available_at`` on."""
        return available_at + self.length


@dataclass(frozen=True, slots=True)
class CorrectionPeriods:
    """The correction periods of a session; by default one period of 30 minutes.

    Raises:
        InvalidRuling: for no period, for several periods by the code of 2007, or for two periods with one name.
    """

    code: Code
    periods: tuple[CorrectionPeriod, ...] = (CorrectionPeriod(),)

    def __post_init__(self) -> None:
        periods = tuple(self.periods)
        _require_periods(self.code, periods)
        object.__setattr__(self, "periods", periods)

    def moment(
        self,
        now: datetime,
        *,
        hands_out: bool,
        round_over: bool,
        available_at: datetime | None,
        name: str = "",
    ) -> Moment:
        """The moment of Law 79 at the time ``now``.

        ``hands_out`` says whether a hand is still out of the board, ``round_over`` whether the round is over.
        ``available_at`` is the time at which the official score became available, None if it is not available yet.
        ``name`` is the name of the period that counts. A period includes its last instant.

        Raises:
            InvalidRuling: for the name of a period that does not exist.
        """
        if available_at is not None:
            if now > self.end(available_at, name):
                return Moment.PERIOD_OVER
            return Moment.PERIOD_ON
        if round_over:
            return Moment.PERIOD_ON
        if hands_out:
            return Moment.HANDS_OUT
        return Moment.ROUND_ON

    def end(self, available_at: datetime, name: str = "") -> datetime:
        """The time at which the period ``name`` ends if the official score is available from ``available_at`` on.

        A single period needs no name.

        Raises:
            InvalidRuling: for the name of a period that does not exist.
        """
        if not name and len(self.periods) == 1:
            return self.periods[0].end(available_at)
        quoted = []
        for period in self.periods:
            if period.name == name:
                return period.end(available_at)
            quoted.append(f"“{period.name}”")
        names = ", ".join(quoted)
        message = said(
            "There is no correction period “{name}”; there are {names}.",
            name=name,
            names=names,
        )
        raise InvalidRuling(message, field="name")


def _require_periods(code: Code, periods: Sequence[CorrectionPeriod]) -> None:
    """Require at least one period, only one by the code of 2007, and different names. Raises InvalidRuling."""
    if not periods:
        raise InvalidRuling("A session has a correction period.", field="periods")
    if len(periods) > 1 and code is Code.OF_2007:
        raise InvalidRuling(
            "The code of 2007 knows one correction period, that of 2017 several.",
            field="periods",
        )
    names = {period.name for period in periods}
    if len(names) < len(periods):
        raise InvalidRuling(
            "Each correction period has a name of its own.", field="periods"
        )
