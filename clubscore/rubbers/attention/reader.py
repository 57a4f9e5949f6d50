"""The member who reads the list of things that need an arbiter."""

from dataclasses import dataclass
from functools import cached_property

from clubscore.members.models import Member
from clubscore.rubbers.rubber.arbiters import arbiters_of_the_club, deciders_in_words
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState


@dataclass(frozen=True)
class Reader:
    """The member who reads the list. The arbiters of the club are read once, when a sentence first names them."""

    member: Member

    @cached_property
    def _arbiters(self) -> list[Member]:
        return arbiters_of_the_club()

    def who_else_decides(self, state: RubberState) -> str:
        """A sentence that names the arbiters who may decide in this rubber; empty if the reader may."""
        if RubberDesk(state, self.member).may_arbitrate:
            return ""
        return deciders_in_words(self._arbiters, state)
