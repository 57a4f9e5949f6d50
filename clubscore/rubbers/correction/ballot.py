"""The ballot on a proposal: the period in which the players can decide on it, and their votes."""

from dataclasses import dataclass

from clubscore.games.periods import MAJORITY, LegalPeriod
from clubscore.rubbers.correction.queries import period_for
from clubscore.rubbers.models import Proposal, Vote
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.rubber.votes import CountedVotes, counted_votes


@dataclass(frozen=True, slots=True)
class Ballot:
    """The period in which the players can decide on a proposal, and the votes on it that count."""

    period: LegalPeriod
    votes: CountedVotes

    @property
    def is_tied(self) -> bool:
        """True if a majority decides, and two players are for the proposal and two against it."""
        return self.period.consents == MAJORITY and self.votes.is_tied


def ballot_on(
    state: RubberState, proposal: Proposal, *, new: Vote | None = None
) -> Ballot:
    """The period in which the players can decide on the proposal, and the votes that count, as they are now.

    `new` is a vote that is counted as if it were written already.
    """
    period = period_of(state, proposal)
    return Ballot(period, counted_votes(state, proposal, new=new))


def period_of(state: RubberState, proposal: Proposal) -> LegalPeriod:
    """The period in which the players can decide on the proposal, as it is now."""
    is_other_book = proposal.origin == Proposal.Origin.BOOK
    return period_for(
        state,
        proposal.base,
        proposal.proposed,
        named=proposal.error,
        is_other_book=is_other_book,
    )
