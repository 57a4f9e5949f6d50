"""Reads about corrections: the progress beyond a deal, the kind of an error, its period, the count of the votes."""

from dataclasses import dataclass

import scoring
from clubscore.games import game_of
from clubscore.games.base import NextAuction
from clubscore.games.periods import (
    DealChange,
    DealErrorKind,
    LegalPeriod,
    RubberProgress,
    differ_in_tricks,
)
from clubscore.rubbers.models import Deal, Proposal, Vote
from clubscore.rubbers.rubber.binding import votes_that_count
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat, State


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
    progress = progress_beyond(state, base)
    game = game_of(state.rubber.system)
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


def progress_beyond(state: RubberState, base: Deal) -> RubberProgress:
    """The progress of the rubber beyond the deal `base`: from reports of auctions, or from later results.

    For the last deal of a rubber that is over, the first deal of the next rubber at the table is the next deal.
    """
    is_game_concluded = _is_game_concluded(state, base)
    is_recorded = state.next_deal.is_recorded or any(
        deal.number > base.number for deal in state.deals
    )
    is_called = state.next_deal.is_called or any(
        number >= base.number for number in state.auctions_over
    )
    return RubberProgress(
        next_recorded=is_recorded,
        next_called=is_recorded or is_called,
        game_concluded=is_game_concluded,
        agreed=state.rubber.is_agreed,
    )


def _is_game_concluded(state: RubberState, base: Deal) -> bool:
    """True once a declaration has been made in the game after that of the deal `base` (1912, Law 13).

    The last game is concluded when the score is agreed. A deal that was passed out is no declaration, whatever was said
    while it was bid.
    """
    scored = state.sheet.deals
    numbers = [deal.number for deal in state.deals]
    if base.number not in numbers:
        return False
    game = scored[numbers.index(base.number)].game
    if not any(entry.game_won_by for entry in scored if entry.game == game):
        return False
    if any(entry.game > game and not entry.deal.is_passed_out for entry in scored):
        return True
    return state.sheet.state is not State.COMPLETE and _is_declared_next(state)


def _is_declared_next(state: RubberState) -> bool:
    """True if a player of each side has said that a declaration was made in the deal after the last on the sheet."""
    return state.last is not None and state.last.number in state.auctions_over


def next_auction(state: RubberState) -> NextAuction | None:
    """The words for the auction in play, if its end would close a correction period; else None.

    Before the first deal of a rubber the period is that of the last deal of the rubber before.
    """
    if state.rubber.is_over:
        return None
    if state.deals:
        return game_of(state.rubber.system).next_auction(state.numbered_sheet)
    if state.rubber_before is None:
        return None
    return game_of(state.rubber_before.system).first_auction_of_the_next()
