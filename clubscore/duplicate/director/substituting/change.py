"""A change of the member at a place, as forms hand it to services."""

import math
from typing import NamedTuple

from clubscore.members.models import Member


class PlaceChange(NamedTuple):
    """A member sits at a place of an entry from a round on, or in some rounds."""

    letter: str
    number: int
    seat: str
    member: Member
    from_round: int
    to_round: int | None = None
    """The last of these rounds; None for the end of the session."""
    is_sure: bool = False
    """Whether the director has read what is to be thought of, and wants it all the same."""

    @property
    def last_round(self) -> float:
        """The last of these rounds; infinity for the end of the session."""
        return math.inf if self.to_round is None else self.to_round

    def covers(self, round: int) -> bool:
        """True if the change is about this round."""
        return self.from_round <= round <= self.last_round
