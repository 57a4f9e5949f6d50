"""One member at one rubber: the seat of the member, and what the member may do there (decision 0073)."""

from dataclasses import dataclass
from functools import cached_property

from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.permissions import (
    may_arbitrate,
    may_keep_any_sheet,
    may_play,
)
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


@dataclass(frozen=True)
class RubberDesk:
    """One rubber and one member: the rubber as it was read, and what the member may do in it.

    Each property is worked out once, when it is first read.
    """

    state: RubberState
    member: Member

    @cached_property
    def seat(self) -> Seat | None:
        """The seat in which the member plays now; None if the member was replaced or has not played."""
        return self.state.seat_by_member.get(self.member.pk)

    @cached_property
    def view(self) -> str:
        """The view in which the member sees the sheet: "NS" or "EW" for a player of that side, else "watch"."""
        return self.seat.side.value if self.seat else WATCH

    @cached_property
    def own_records(self) -> frozenset[int]:
        """The ids of all records of this member: more than one if records that have played here were merged."""
        people = self.state.people
        own = {pk for pk, person in people.items() if person == self.member.pk}
        if self.member.pk not in people:
            own.add(self.member.pk)
        return frozenset(own)

    @cached_property
    def may_keep(self) -> bool:
        """True if the member may write on the sheet: a player, the member who started the rubber, or a scorer.

        A member who may only watch may not write. A player whom a substitute has replaced may write only as a scorer
        of the club, even if that player started the rubber.
        """
        member = self.member
        has_played = member.pk in self.state.people
        has_started_it = member.pk == self.state.rubber.started_by_id and not has_played
        if has_started_it or self.seat:
            return member.is_guest or may_play(member)
        return may_keep_any_sheet(member)

    @cached_property
    def may_correct(self) -> bool:
        """True if the member may propose a correction: the member plays in the rubber, and the rubber is not agreed."""
        is_unagreed = not self.state.rubber.is_agreed
        return self.seat is not None and is_unagreed and may_play(self.member)

    @cached_property
    def is_neutral(self) -> bool:
        """True if the person of this member plays and has played in no seat of this rubber.

        A player who was replaced has played, and so has a person with a merged record that sat here (decision 0075).
        """
        return self.member.person_id not in self.state.people

    @cached_property
    def may_arbitrate(self) -> bool:
        """True if the member may decide instead of the players: a neutral arbiter of the club."""
        return self.is_neutral and may_arbitrate(self.member)

    @property
    def sees_cards(self) -> bool:
        """True if the member sees the cards of agreement and correction: who may keep the sheet, or may arbitrate."""
        return self.may_keep or self.may_arbitrate
