"""The votes of the players on a proposal: the newest vote of each player, and the votes that count (decision 0026)."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from clubscore.contracts.models import SignatureMethod
from clubscore.rubbers.models import Proposal, Vote
from clubscore.rubbers.rubber.binding import Players, binds_player, binds_side
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


@dataclass(frozen=True, slots=True)
class CountedVotes:
    """The newest vote of each player on a proposal, without votes that do not count."""

    by_player: Mapping[int, Vote]
    """The votes that count, by the id of the player."""
    yes: int
    no: int

    @property
    def is_tied(self) -> bool:
        """True if two counted votes are for the proposal and two are against it.

        The deal then stays as it was recorded, until a player yields or an arbiter rules (Law 78 does not say).
        """
        return self.yes == self.no == 2


def counted_votes(
    state: RubberState, proposal: Proposal, *, new: Vote | None = None
) -> CountedVotes:
    """The votes that count on the proposal. `new` is a player's vote that is counted as if it were written already."""
    newest = newest_votes(state, proposal)
    if new:
        newest[state.signers[new.member_id]] = new
    counted = {}
    for seat, player in state.players.items():
        vote = newest.get(player.pk)
        if vote and _counts(state.players, seat, vote, newest):
            counted[player.pk] = vote
    answers = [vote.is_yes for vote in counted.values()]
    return CountedVotes(counted, yes=answers.count(True), no=answers.count(False))


def newest_votes(state: RubberState, proposal: Proposal) -> dict[int, Vote]:
    """The newest vote of each current player who has voted, by the id of the player, also votes that do not count."""
    signers = state.signers
    cast = (
        vote
        for vote in sorted(proposal.votes.all(), key=attrgetter("pk"))
        if vote.member_id in signers
    )
    given = {signers[vote.member_id]: vote for vote in cast}
    return {
        player: given[player]
        for player in dict.fromkeys(signers.values())
        if player in given
    }


def _counts(
    players: Players, seat: Seat, vote: Vote, newest: Mapping[int, Vote]
) -> bool:
    """True if this vote of the player in the seat counts.

    `newest` has the newest vote of each player, by the player's id. A vote by a table PIN counts only if it binds the
    side, or if the player is a guest and the partner has voted the same way by a method other than a table PIN.
    """
    if binds_side(players, seat, vote.how):
        return True
    partner_vote = newest.get(players[seat.partner].pk)
    if partner_vote is None or partner_vote.how == SignatureMethod.TABLE_PIN:
        return False
    return partner_vote.is_yes == vote.is_yes and binds_player(players, seat, vote.how)
