"""A member's place in the table of a season, by the season's own terms."""

from clubscore.ledger.models import Season
from clubscore.standings.queries import published_ranks, short_figures_of, terms_of
from clubscore.standings.ranking.ranks import Least, Order, Place, place_among


def place_of(member_id: int, season: Season, game: str) -> Place | None:
    """None for a member without a line in the table. In a closed season, the place that was published."""
    terms = terms_of(season)
    by = Order(terms.by)
    if season.is_closed:
        ranks = published_ranks(season, game)
        if member_id not in ranks:
            return None
        return Place(ranks[member_id], sum(each is not None for each in ranks.values()), 0, by)
    figures = short_figures_of(season, game, best=terms.best, by=by)
    return place_among(figures, member_id, by=by, least=Least.parse(terms.least), guests=terms.guests)
