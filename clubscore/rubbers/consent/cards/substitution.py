"""The card of a proposed substitution."""

from dataclasses import dataclass

from clubscore.members.models import Member
from clubscore.rubbers.models import Substitution
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat


@dataclass(frozen=True, slots=True)
class SubstitutionCard:
    """A proposed substitution, and the consents that are missing."""

    substitution: Substitution
    waits_for: str
    """The short names of the players whose consent is missing."""
    mine: bool
    """True if the viewer has still to consent."""
    may_withdraw: bool
    others: tuple[Member, ...]
    """The other players who have still to consent."""


def substitution_card(desk: RubberDesk, substitution: Substitution) -> SubstitutionCard:
    """The card of an open substitution as this member sees it."""
    state = desk.state
    member = desk.member
    settled = {
        state.seat_by_member.get(consent.member_id)
        for consent in substitution.consents.all()
    }
    settled.add(Seat(substitution.seat))
    missing = [player for seat, player in state.players.items() if seat not in settled]
    return SubstitutionCard(
        substitution=substitution,
        waits_for=all_of(player.short_name for player in missing),
        mine=member in missing,
        may_withdraw=substitution.proposed_by_id in desk.own_records,
        others=tuple(player for player in missing if player != member),
    )
