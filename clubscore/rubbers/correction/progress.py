"""The progress of a rubber beyond one of its deals, from what is recorded and what the players have said."""

from clubscore.games import game_of
from clubscore.games.base import NextAuction
from clubscore.games.periods import Progress
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.state import RubberState
from scoring import State


def progress_beyond(state: RubberState, base: Deal) -> Progress:
    """The progress of the rubber beyond the deal `base`: from reports of auctions, or from later results.

    For the last deal of a rubber that is over, the first of the next rubber at the table is the next deal.
    """
    later = state.next_deal.is_recorded or any(deal.number > base.number for deal in state.deals)
    called = state.next_deal.is_called or any(number >= base.number for number in state.auctions_over)
    return Progress(
        next_recorded=later,
        next_called=later or called,
        game_concluded=_is_game_concluded(state, base),
        agreed=state.rubber.is_agreed,
    )


def _is_game_concluded(state: RubberState, base: Deal) -> bool:
    """1912, Law 13: once a declaration has been made in the next game; the last game, when the score is agreed.

    A deal that was passed out is no declaration, whatever was said while it was bid.
    """
    scored = state.sheet.deals
    of_base = next((entry for entry, row in zip(scored, state.deals, strict=True) if row.number == base.number), None)
    if of_base is None or not any(entry.game_won_by for entry in scored if entry.game == of_base.game):
        return False
    if any(entry.game > of_base.game and not entry.deal.is_passed_out for entry in scored):
        return True
    return state.sheet.state is not State.COMPLETE and _is_declared_next(state)


def _is_declared_next(state: RubberState) -> bool:
    """Whether one of each side has said that there was a declaration in the deal after the last on the sheet."""
    return state.last is not None and state.last.number in state.auctions_over


def next_auction(state: RubberState) -> NextAuction | None:
    """The words for an auction in play whose end would close a correction period; None where it would close none.

    Before the first deal of a rubber it is that of the last deal of the rubber before.
    """
    if state.rubber.is_over:
        return None
    if state.deals:
        return game_of(state.rubber.system).next_auction(state.numbered_sheet)
    before = state.rubber_before
    return game_of(before.system).first_auction_of_the_next() if before else None
