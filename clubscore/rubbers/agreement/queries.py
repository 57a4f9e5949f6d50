"""The agreement to the net score: who has signed, and whether that is enough."""

from datetime import datetime, timedelta

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.state import RubberState
from scoring import Side


def net_signers(state: RubberState) -> list[Member]:
    """The players who have agreed to the current net score."""
    signed = {each.member_id for each in state.net_signatures}
    return [member for member in state.players.values() if member.pk in signed]


def signed_sides(state: RubberState) -> set[Side]:
    """The sides of which at least one player has agreed to the net score."""
    signed = {each.member_id for each in state.net_signatures}
    return {seat.side for seat, member in state.players.items() if member.pk in signed}


def is_agreed_enough(state: RubberState, now: datetime) -> bool:
    """Whether the net score is agreed by as many as this rubber needs (`agreed_by`)."""
    rubber = state.rubber
    if rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(net_signers(state)) == len(state.players)
    if len(signed_sides(state)) == len(Side):
        return True
    if rubber.agreed_by != Rubber.AgreedBy.TIME or rubber.ended_at is None:
        return False
    waited = now - rubber.ended_at >= timedelta(minutes=rubber.agreed_after)
    return waited and not state.proposals
