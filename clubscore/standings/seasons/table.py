"""The table of a season by a reader's choices. The table is remembered until something is booked (record 61)."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import Record, every_record, figures_of, reckoned
from clubscore.standings.ranking.ranks import Figures, Least, Order, Placed, rank
from clubscore.standings.rating.queries import ratings_state, skills_at
from clubscore.standings.seasons.forms import View


@dataclass(frozen=True, slots=True)
class SeasonTable:
    placed: list[Placed]
    """The lines, best first. The list is shared: do not change it."""
    most: int
    """The number of rubbers of the busiest listed member."""
    rubbers: int
    """The number of all rubbers, also of members who are not listed."""
    listed: frozenset[int]
    """The ids of the members who have a line."""


def table_of(season: Season, view: View, *, with_skills: bool) -> SeasonTable:
    """The season's table by the reader's choices: the lines, best first, and two counts of rubbers (see `SeasonTable`).

    The lines have the members' ratings only if `with_skills`. The table of a closed season is read anew on each call,
    as it was published; any other table is remembered until something is booked, or until a rating changes.
    """
    if season.is_closed:
        figures = figures_of(
            season, view.the_game, best=view.the_best, with_skills=with_skills
        )
        return _table(figures, view.order, view.the_least, view.with_guests)
    people = tuple(canonical_ids().items())
    records = every_record()
    ratings = ratings_state() if with_skills else None
    return _TABLES.of(
        season,
        view.the_game,
        people,
        records,
        view.the_best,
        view.order,
        view.the_least,
        view.with_guests,
        ratings,
    )


def _open_table(
    season: Season,
    game: str,
    people: Sequence[tuple[int, int]],
    records: Sequence[Record],
    best: int | None,
    order: Order,
    least: Least,
    guests: bool,
    ratings: Hashable,
) -> SeasonTable:
    """The table of an open season, worked out from the books, with the lines ranked by these terms.

    `people` are pairs of a merged record's id and its person's id. If `best` is a number, only each member's `best`
    rubbers count. Guests are listed only if `guests` is true. `ratings` is the state of the ratings; without it the
    lines have no ratings.
    """
    skills = skills_at(game) if ratings is not None else {}
    figures = reckoned(season, game, dict(people), records, skills, best=best)
    return _table(figures, order, least, guests)


_TABLES = RememberedAnswers(_open_table, most=8)  # games, and orders


def _table(
    figures: Iterable[Figures], order: Order, least: Least, guests: bool
) -> SeasonTable:
    listed = list(figures)
    placed = rank(listed, by=order, least=least, guests=guests)
    most = max((line.figures.rubbers for line in placed), default=0)
    players_of_rubbers = sum(member.rubbers for member in listed)
    listed_ids = frozenset(line.figures.member_id for line in placed)
    return SeasonTable(placed, most, players_of_rubbers // 4, listed_ids)
