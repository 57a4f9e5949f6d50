"""Reads about corrections: the period of an error, the count of the votes, the fate of later deals."""

from dataclasses import dataclass

import scoring
from clubscore.games import game_of
from clubscore.games.periods import ALL_FOUR, Error, Period, error_of
from clubscore.members.models import Member
from clubscore.members.permissions import may_play
from clubscore.rubbers.correction.progress import progress_beyond
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.queries import next_has_begun, still_seated
from clubscore.rubbers.state import RubberState


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of players who have voted yes and no, each by the newest vote."""

    yes: int
    no: int

    @property
    def is_tied(self) -> bool:
        """Two against two: as first recorded, until one of them yields or an admin rules (Law 78 does not say)."""
        return self.yes == self.no == 2


def votes_on(state: RubberState, proposal: Proposal) -> dict[int, bool]:
    """The newest vote of each of the four who has voted, by member's id."""
    return {player: vote.is_yes for player, vote in proposal.newest_votes(state.signers).items()}


def tally_of(state: RubberState, proposal: Proposal) -> Tally:
    """The count of the newest votes on a proposal."""
    votes = list(votes_on(state, proposal).values())
    return Tally(votes.count(True), votes.count(False))


def may_correct(state: RubberState, member: Member) -> bool:
    """Whether this member may propose that a deal of the rubber be corrected."""
    return state.seat_of(member.pk) is not None and not state.rubber.is_agreed and may_play(member)


def period_for(state: RubberState, base: Deal, facts: scoring.Deal | None) -> Period:
    """The period for putting `facts` in place of the deal `base`. To strike it out (None), all four must consent."""
    period = game_of(state.rubber.system).correction_period
    if facts is not None:
        return period(error_of(base.facts, facts), progress_beyond(state, base))
    opened = period(Error.RECORDING, progress_beyond(state, base))
    return Period(ALL_FOUR, "A deal is struck out only if all four consent.", "Law 79") if opened.is_open else opened


def may_carry_over(state: RubberState) -> bool:
    """Whether deals left over can still begin the next rubber."""
    return not next_has_begun(state.rubber)


def fate_of_left_over(state: RubberState, proposal: Proposal) -> str:
    """The fate of deals after an end brought forward: as proposed; without a word, kept where that is possible.

    A proposal from the other book does not say it, and a proposal may be older than the deals that it leaves over.
    """
    if proposal.later:
        return proposal.later
    kept = may_carry_over(state) and still_seated(state)
    return Proposal.Later.NEXT if kept else Proposal.Later.STRIKE
