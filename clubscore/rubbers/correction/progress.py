"""The progress of a rubber beyond one of its deals, from what is recorded and what the players have said."""

from clubscore.games.periods import Progress
from clubscore.rubbers.models import Deal
from clubscore.rubbers.state import RubberState


def progress_beyond(state: RubberState, base: Deal) -> Progress:
    """The progress of the rubber beyond the deal `base`: from reports of auctions, or from later results."""
    later = any(deal.number > base.number for deal in state.deals)
    return Progress(
        next_recorded=later,
        next_called=later or any(number >= base.number for number in state.auctions_over),
        game_concluded=_is_game_concluded(state, base),
        agreed=state.rubber.is_agreed,
    )


def _is_game_concluded(state: RubberState, base: Deal) -> bool:
    """1912, Law 13: once a declaration has been made in the next game; the last game, when the score is agreed."""
    place = next((place for place, deal in enumerate(state.deals) if deal.number == base.number), None)
    if place is None:
        return False
    scored = state.sheet.deals
    game = scored[place].game
    ended = next((deal for deal in scored if deal.game == game and deal.game_won_by), None)
    if ended is None:
        return False
    if any(deal.game > game for deal in scored):
        return True
    return any(number >= state.deals[ended.number - 1].number for number in state.auctions_over)
