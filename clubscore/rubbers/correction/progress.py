"""The progress of a rubber beyond one of its deals, from what is recorded and what the players have said."""

from clubscore.games import game_of
from clubscore.games.base import NextAuction
from clubscore.games.periods import RubberProgress
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.state import RubberState
from scoring import State


def progress_beyond(state: RubberState, base: Deal) -> RubberProgress:
    """The progress of the rubber beyond the deal `base`: from reports of auctions, or from later results.

    For the last deal of a rubber that is over, the first deal of the next rubber at the table is the next deal.
    """
    is_recorded = state.next_deal.is_recorded or any(
        deal.number > base.number for deal in state.deals
    )
    is_called = state.next_deal.is_called or any(
        number >= base.number for number in state.auctions_over
    )
    return RubberProgress(
        next_recorded=is_recorded,
        next_called=is_recorded or is_called,
        game_concluded=_is_game_concluded(state, base),
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
