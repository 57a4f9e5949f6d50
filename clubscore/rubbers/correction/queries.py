"""Reads about corrections: the kind of an error, its period, and the count of the votes."""

from dataclasses import dataclass

import scoring
from clubscore.games import game_of
from clubscore.games.periods import (
    DealChange,
    DealErrorKind,
    LegalPeriod,
    differ_in_tricks,
)
from clubscore.rubbers.correction.progress import progress_beyond
from clubscore.rubbers.models import Deal, Proposal, Vote
from clubscore.rubbers.rubber.binding import votes_that_count
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of players who have voted yes and no, each by the newest vote."""

    yes: int
    no: int

    @property
    def is_tied(self) -> bool:
        """True if two players are for it and two against it.

        The deal then stays as it was recorded, until a player yields or an admin rules (Law 78 does not say).
        """
        return self.yes == self.no == 2


def counted_votes(state: RubberState, proposal: Proposal) -> dict[int, Vote]:
    """The newest vote of each player, by member's id; without votes that do not count."""
    return votes_that_count(state.players, proposal.newest_votes(state.signers))


def votes_on(state: RubberState, proposal: Proposal) -> dict[int, bool]:
    """The newest vote of each player as yes (True) or no, by member's id; without votes that do not count."""
    return {
        player: vote.is_yes for player, vote in counted_votes(state, proposal).items()
    }


def tally_of(state: RubberState, proposal: Proposal) -> Tally:
    """The numbers of yes and no among the newest votes on a proposal."""
    answers = list(votes_on(state, proposal).values())
    return Tally(yes=answers.count(True), no=answers.count(False))


def must_name_error(state: RubberState, base: Deal, facts: scoring.Deal | None) -> bool:
    """True if the proposer of `facts` instead of `base` must say whether the tricks were agreed or recorded wrongly."""
    asks = game_of(state.rubber.system).tricks_are_agreed
    return asks and facts is not None and differ_in_tricks(base.facts, facts)


def period_of(state: RubberState, proposal: Proposal) -> LegalPeriod:
    """The period of a proposal as it is now."""
    is_other_book = proposal.origin == Proposal.Origin.BOOK
    return period_for(
        state,
        proposal.base,
        proposal.proposed,
        named=proposal.error,
        is_other_book=is_other_book,
    )


def period_for(
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    *,
    named: str = "",
    is_other_book: bool = False,
) -> LegalPeriod:
    """The period in which `facts` can replace the deal `base`, or in which the deal can be struck out (None).

    `named` is a Proposal.Error, or empty. Raises scoring.ScoringError for facts that cannot be scored.
    """
    game = game_of(state.rubber.system)
    progress = progress_beyond(state, base)
    if facts is None:
        return game.strike_period(progress)
    named_error = DealErrorKind(named) if named else None
    change = DealChange(
        before=_scored(state, base, base.facts),
        after=_scored(state, base, facts),
        named=named_error,
        is_other_book=is_other_book,
    )
    return game.correction_period(game.error_of(change), progress)


def period_if_named(state: RubberState, base: Deal, named: str) -> LegalPeriod:
    """The period for another number of tricks in the deal `base`, if `named` (a Proposal.Error) is the error."""
    game = game_of(state.rubber.system)
    return game.correction_period(DealErrorKind(named), progress_beyond(state, base))


def _scored(state: RubberState, base: Deal, facts: scoring.Deal) -> scoring.ScoredDeal:
    """These facts scored as the deal `base`, with its dealer and vulnerability; without the deals around it."""
    numbers = [deal.number for deal in state.deals]
    if base.number not in numbers:
        dealer = Seat(state.rubber.first_dealer)
        return state.system.score_deal(
            facts, rules=state.rules, dealer=dealer, vulnerable=()
        )
    on_sheet = state.sheet.deals[numbers.index(base.number)]
    return state.system.score_deal(
        facts, rules=state.rules, dealer=on_sheet.dealer, vulnerable=on_sheet.vulnerable
    )
