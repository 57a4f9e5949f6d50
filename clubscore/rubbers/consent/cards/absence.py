"""The card of a player who says "I am not there": everybody who may write on the sheet sees it."""

from dataclasses import dataclass
from datetime import datetime

from clubscore.rubbers.rubber.desk import RubberDesk


@dataclass(frozen=True, slots=True)
class AbsenceCard:
    """The "I am not there" report of one player."""

    key: int
    name: str
    short_name: str
    at: datetime
    mine: bool
    """True if the report is the viewer's own."""


def absence_cards(desk: RubberDesk) -> tuple[AbsenceCard, ...]:
    """A card for each open report, in the order of the seats."""
    state = desk.state
    member = desk.member
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
