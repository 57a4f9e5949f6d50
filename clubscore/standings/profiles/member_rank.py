"""A member's place in the table of a season, by the season's own terms."""

from collections.abc import Collection, Hashable, Mapping, Sequence

from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import (
    guest_ids,
    postings_of,
    published_ranks,
    terms_of,
    totals_in,
)
from clubscore.standings.ranking.ranks import (
    Figures,
    Least,
    Order,
    SeasonPlace,
    Skill,
    places_among,
)
from clubscore.standings.ranking.totals import short_totals_of
from clubscore.standings.rating.queries import ratings_state, skills_at


def place_of(member_id: int, season: Season, game: str) -> SeasonPlace | None:
    """The member's place in a game's table of the season; None if the table has no line for the member.

    For a closed season it is the place in the published final table.
    """
    terms = terms_of(season)
    by = Order(terms.by)
    if season.is_closed:
        ranks = published_ranks(season, game)
        if member_id not in ranks:
            return None
        ranked = sum(own_rank is not None for own_rank in ranks.values())
        return SeasonPlace(ranks[member_id], ranked, 0, by)
    people = tuple(canonical_ids().items())
    guests = tuple(sorted(guest_ids()))
    ratings = ratings_state() if by == Order.RATING else None
    places = _PLACES.of(
        season, game, people, guests, by, terms.best, terms.least, terms.guests, ratings
    )
    return places.get(member_id)


def _places_of(
    season: Season,
    game: str,
    people: Sequence[tuple[int, int]],
    guests: Sequence[int],
    by: Order,
    best: int | None,
    least: str,
    with_guests: bool,
    ratings: Hashable,
) -> dict[int, SeasonPlace]:
    """The place of each member in a game's table of an open season, by the member's id.

    `people` are pairs of a merged record's id and its person's id; `guests` are the ids of guests. The members are
    ranked `by` this figure, from their `best` rubbers (None: from all rubbers), if they have played as many rubbers as
    `least` requires, such as `25%`. Guests have a place only `with_guests`. `ratings` is the state of the ratings, if
    the members are ranked by them.
    """
    skills = skills_at(game) if ratings is not None else {}
    figures = _short_figures(
        season, game, dict(people), frozenset(guests), skills, best=best, by=by
    )
    return places_among(figures, by=by, least=Least.parse(least), guests=with_guests)


def _short_figures(
    season: Season,
    game: str,
    people: Mapping[int, int],
    guests: Collection[int],
    skills: Mapping[int, Skill],
    *,
    best: int | None,
    by: Order,
) -> list[Figures]:
    """Each member's figures in an open season, as far as they are needed to rank the members; names are left empty.

    The figures have the rubbers, the net points and the rating in `skills`. The rubbers won are sure to be there only
    if `by` ranks by them.
    """
    if best:
        totals = totals_in(season, game, people, best=best, exactly=False)
    else:
        totals = short_totals_of(
            postings_of(season, game), people, with_won=by == Order.SHARE
        )
    figures = []
    for pk, total in totals.items():
        figures.append(
            Figures(
                member_id=pk,
                name="",
                is_guest=pk in guests,
                rubbers=total.rubbers,
                won=total.won,
                lost=total.lost,
                net=total.net,
                skill=skills.get(pk),
            )
        )
    return figures


_PLACES = RememberedAnswers(_places_of, most=8)  # games, and seasons that are open
