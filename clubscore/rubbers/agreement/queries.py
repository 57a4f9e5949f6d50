"""Whether enough players have agreed to the net score."""

from datetime import datetime, timedelta

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.state import RubberState
from scoring import Side


def net_signers(state: RubberState) -> list[Member]:
    """Those of the four who have agreed to the net score as it stands now."""
    signed = {each.member_id for each in state.net_signatures}
    return [member for member in state.players.values() if member.pk in signed]


def signed_sides(state: RubberState) -> set[Side]:
    """The sides for which somebody has agreed to the net score."""
    signed = {each.member_id for each in state.net_signatures}
    return {seat.side for seat, member in state.players.items() if member.pk in signed}


def is_agreed_enough(state: RubberState, now: datetime) -> bool:
    """Whether those have agreed to the net score whose agreement this rubber needs."""
    rubber = state.rubber
    if rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(net_signers(state)) == len(state.players)
    if len(signed_sides(state)) == len(Side):
        return True
    if rubber.agreed_by != Rubber.AgreedBy.TIME or rubber.ended_at is None:
        return False
    waited = now - rubber.ended_at >= timedelta(minutes=rubber.agreed_after)
    return waited and not state.proposals
