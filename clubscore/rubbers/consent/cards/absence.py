"""The card of a player who says not to be there: all who keep the rubber see it."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.members.models import Member
from clubscore.rubbers.rubber.state import RubberState


@dataclass(frozen=True, slots=True)
class AbsenceCard:
    """The word of one player not to be there."""

    key: int
    name: str
    short_name: str
    at: datetime
    mine: bool
    """Whether it is the viewer's word."""


def absence_cards(state: RubberState, member: Member) -> tuple[AbsenceCard, ...]:
    """The open ones, in the order of the seats."""
    return tuple(
        AbsenceCard(
            key=state.absent[seat].pk,
            name=player.name,
            short_name=player.short_name,
            at=state.absent[seat].at,
            mine=player == member,
        )
        for seat, player in state.players.items()
        if seat in state.absent
    )
