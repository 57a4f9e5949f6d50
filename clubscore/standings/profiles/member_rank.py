"""A member's place in the table of a season, by the season's own terms."""

from dataclasses import dataclass

from clubscore.ledger.models import Season
from clubscore.standings.queries import figures_of, published_ranks, terms_of
from clubscore.standings.ranking.ranks import Least, Order, rank


@dataclass(frozen=True, slots=True)
class Place:
    """`rank` of so many who are ranked, by net points or whatever the season goes by; without one, `needs` more rubbers
    may bring it.
    """

    rank: int | None
    ranked: int
    needs: int
    by: Order


def place_of(member_id: int, season: Season, game: str) -> Place | None:
    """None for who has no line in the table. In a closed season, the place that was published."""
    terms = terms_of(season)
    by = Order(terms.by)
    if season.is_closed:
        ranks = published_ranks(season, game)
        if member_id not in ranks:
            return None
        return Place(ranks[member_id], sum(each is not None for each in ranks.values()), 0, by)
    figures = figures_of(season, game, best=terms.best)
    placed = rank(figures, by=by, least=Least.parse(terms.least), guests=terms.guests)
    line = next((line for line in placed if line.figures.member_id == member_id), None)
    if line is None:
        return None
    return Place(line.rank, sum(each.rank is not None for each in placed), line.needs, by)
