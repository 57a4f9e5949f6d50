"""Correction periods and the consents they take: Law 78, and laws 12 and 13 of the 1912 auction.

Pure: what has happened goes in, the period comes out. The services decide by it, the pages show it.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring import Deal

MAJORITY, ALL_FOUR = 3, 4
AGREED = "The net score is agreed: only an admin can open the rubber again."


class Error(StrEnum):
    """The kind of error. Another number of tricks is a wrong agreement about tricks, whatever else differs."""

    TRICKS = "tricks"
    RECORDING = "recording"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a rubber beyond one deal."""

    next_called: bool
    """All have called on the next deal."""
    next_recorded: bool
    """The next deal is recorded: the cards of this one are mixed."""
    game_concluded: bool
    """The game that the deal belongs to is won, and the next has begun."""
    agreed: bool
    """The net score of the rubber is agreed."""


@dataclass(frozen=True, slots=True)
class Period:
    """Whether an error can be corrected now, and by whose consent."""

    consents: int
    """The number of consents needed among the four: 3 or 4; 0 when the players cannot correct it any more."""
    words: str
    """A sentence for members."""
    law: str

    @property
    def is_open(self) -> bool:
        return self.consents > 0


def error_of(before: Deal, after: Deal) -> Error:
    """The kind of error that the change from `before` to `after` corrects."""
    played = before.tricks is not None and after.tricks is not None
    return Error.TRICKS if played and before.tricks != after.tricks else Error.RECORDING


def law_78(error: Error, progress: Progress) -> Period:
    """The correction period of contract bridge."""
    law = "Law 78"
    if progress.agreed:
        return Period(0, AGREED, law)
    if error is Error.RECORDING:
        return Period(MAJORITY, "A majority of the four, until the net score of the rubber is agreed.", law)
    if not progress.next_called:
        return Period(MAJORITY, "A majority of the four, until all four have called on the next deal.", law)
    return Period(ALL_FOUR, "All four have called on the next deal: all four must consent.", law)


def laws_12_and_13_of_1912(error: Error, progress: Progress) -> Period:
    """The correction period of royal auction."""
    law = "Law 12 (1912)" if error is Error.RECORDING else "Law 13 (1912)"
    if progress.agreed:
        return Period(0, AGREED, law)
    if error is Error.RECORDING:
        return Period(MAJORITY, "A majority of the four, until the score of the rubber is made up and agreed.", law)
    if progress.game_concluded:
        return Period(0, "The game in which it happened is concluded: its trick score stands.", law)
    return Period(MAJORITY, "A majority of the four, until the game is concluded.", law)
