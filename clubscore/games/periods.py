"""Until when an error may be corrected, and with whose consent: Law 78, and laws 12 and 13 of the 1912 auction.

Pure: what has happened goes in, the window comes out. The services decide by it, the pages show it.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring import Deal

MAJORITY, ALL_FOUR = 3, 4


class Error(StrEnum):
    """What was wrong. Another number of tricks is a wrong agreement about tricks, whatever else differs."""

    TRICKS = "tricks"
    RECORDING = "recording"


@dataclass(frozen=True, slots=True)
class Standing:
    """How far on it is: all have called on the next deal, the deal's game is concluded, the net score is agreed."""

    next_called: bool
    game_concluded: bool
    agreed: bool


@dataclass(frozen=True, slots=True)
class Window:
    """`consents` of the four players are needed (3 or 4; 0 when the players cannot correct it any more)."""

    consents: int
    words: str
    law: str

    @property
    def is_open(self) -> bool:
        return self.consents > 0


def error_of(before: Deal, after: Deal) -> Error:
    """Which kind of error the change from `before` to `after` mends."""
    played = before.tricks is not None and after.tricks is not None
    return Error.TRICKS if played and before.tricks != after.tricks else Error.RECORDING


def window(system: str, error: Error, standing: Standing) -> Window:
    """The window that applies to an error of this kind in a deal that stands so."""
    law = _law(system, error)
    if standing.agreed:
        return Window(0, "The net score is agreed: only an admin can open the rubber again.", law)
    if system == "royal":
        return _royal(error, standing, law)
    if error is Error.RECORDING:
        return Window(MAJORITY, "A majority of the four, until the net score of the rubber is agreed.", law)
    if not standing.next_called:
        return Window(MAJORITY, "A majority of the four, until all four have called on the next deal.", law)
    return Window(ALL_FOUR, "All four have called on the next deal: all four must consent.", law)


def _royal(error: Error, standing: Standing, law: str) -> Window:
    if error is Error.RECORDING:
        return Window(MAJORITY, "A majority of the four, until the score of the rubber is made up and agreed.", law)
    if standing.game_concluded:
        return Window(0, "The game in which it happened is concluded: its trick score stands.", law)
    return Window(MAJORITY, "A majority of the four, until the game is concluded.", law)


def _law(system: str, error: Error) -> str:
    if system == "royal":
        return "Law 12 (1912)" if error is Error.RECORDING else "Law 13 (1912)"
    return "Law 78"
