"""A change of the member at a place, as forms and services exchange it."""

import math
from typing import NamedTuple

from clubscore.members.models import Member


class PlaceChange(NamedTuple):
    """A change at one place of an entry: `member` takes the place from a round on, up to a last round."""

    letter: str
    number: int
    seat: str
    member: Member
    from_round: int
    to_round: int | None = None
    """The last round of the change; None for the end of the session."""
    is_sure: bool = False
    """True if the director has read the doubts about the change and still wants the change."""

    @property
    def last_round(self) -> float:
        """The last round of the change; infinity if it holds to the end of the session."""
        return math.inf if self.to_round is None else self.to_round

    def covers(self, round: int) -> bool:
        """True if this round is one of the rounds of the change."""
        return self.from_round <= round <= self.last_round
