"""How far a rubber is beyond one of its deals: what the windows for correction ask."""

from clubscore.games.periods import Standing
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.queries import fold, standing_deals


def standing_of(rubber: Rubber, base: Deal) -> Standing:
    """For the deal `base`: called on the next (said, or implied by its result), game concluded, net score agreed."""
    deals = standing_deals(rubber.deals.all())
    later = [deal for deal in deals if deal.number > base.number]
    called = bool(later) or rubber.auctions_over.filter(number__gte=base.number).exists()
    return Standing(next_called=called, game_concluded=_is_game_concluded(rubber, deals, base), agreed=rubber.is_agreed)


def _is_game_concluded(rubber: Rubber, deals: list[Deal], base: Deal) -> bool:
    """1912, Law 13: once a declaration has been made in the next game; the last game, when the score is agreed."""
    place = next((place for place, deal in enumerate(deals) if deal.number == base.number), None)
    if place is None:
        return False
    scored = fold(rubber, deals).deals
    game = scored[place].game
    ended = next((deal for deal in scored if deal.game == game and deal.game_won_by), None)
    if ended is None:
        return False
    if any(deal.game > game for deal in scored):
        return True
    return rubber.auctions_over.filter(number__gte=deals[ended.number - 1].number).exists()
