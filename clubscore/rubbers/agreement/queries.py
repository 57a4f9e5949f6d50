"""The agreement to the net score: who has signed, whether that is enough, and who signs for a player who has left."""

from datetime import datetime

from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.state import RubberState
from scoring import Seat, Side


def net_signers(state: RubberState) -> list[Member]:
    """The players whose agreement to the current net score counts."""
    return [member for member in state.players.values() if member.pk in state.agreed_net]


def signed_sides(state: RubberState) -> set[Side]:
    """The sides of which the agreement of at least one player to the net score counts."""
    return {seat.side for seat, member in state.players.items() if member.pk in state.agreed_net}


def is_agreed_enough(state: RubberState, now: datetime) -> bool:
    """Whether the net score is agreed by as many as this rubber needs (`agreed_by`).

    No time runs out while a proposal is open: then it takes those who agree all the same.
    """
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(net_signers(state)) == len(state.players)
    if len(signed_sides(state)) == len(Side):
        return True
    until = state.objections_until
    return until is not None and until <= now and not state.proposals


def seats_of_who_left(state: RubberState) -> list[Seat]:
    """The seats for which an admin can agree, because nobody else can: their players have left the club."""
    if not state.rubber.is_over or state.rubber.is_agreed:
        return []
    return [seat for seat in state.players if not refusal_to_agree_instead(state, seat)]


def refusal_to_agree_instead(state: RubberState, seat: Seat) -> str:
    """A sentence that says why no admin agrees to the net score for the player of this seat; empty if an admin may."""
    player, partner = state.players[seat], state.players[seat.partner]
    if player.pk in state.agreed_net:
        return f"{player.short_name} has agreed already."
    if not player.has_left:
        return (
            f"{player.short_name} can still agree: by signing in, or by PIN on a device at the table. "
            "An admin agrees only for a player who has left the club."
        )
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return ""
    if state.objections_until and not state.proposals:
        return "Nobody’s agreement is missing: the rubber is posted by itself."
    if partner.pk in state.agreed_net:
        return f"{partner.short_name} has agreed for that side already."
    return "" if partner.has_left else f"{partner.short_name} can agree for that side: one of each side is enough."


def differs_at_once(state: RubberState, recorded: Deal, by: Member) -> bool:
    """Whether the books differ now (Law 78). After the next auction, or the own signature, it is a correction."""
    next_called = recorded.number in state.auctions_over or state.next_deal.is_called
    signed = any(each.under == recorded.pk and each.member_id == by.pk for each in state.deal_signatures)
    return recorded == state.last and not next_called and not signed
