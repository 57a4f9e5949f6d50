"""The places of members in the course of a season: the line of each one's places, and the places moved in a week.

They are worked out from the books and remembered until something is booked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import guest_ids, postings_of
from clubscore.standings.ranking.ranks import Figures, Least, Order, places_among
from clubscore.standings.ranking.totals import SeasonTotal, daily_totals_of

MOST = 8  # evenings of a line

Ranks = dict[int, int | None]
"""The rank of each member, by the member's id; None for a member who was not ranked."""


@dataclass(frozen=True, slots=True)
class PlacesCourse:
    """The ranks on some evenings of a season, oldest first, and a week ago."""

    ranks: Sequence[Ranks] = ()
    a_week_ago: Ranks = field(default_factory=dict)

    def line_of(self, member_id: int) -> list[int]:
        """The member's ranks on those evenings on which the member was ranked, oldest first."""
        ranks = [on_evening.get(member_id) for on_evening in self.ranks]
        return [rank for rank in ranks if rank is not None]

    def moved(self, member_id: int, rank: int | None) -> int:
        """The number of places by which the member has risen within a week to `rank`; less than 0 for a fall.

        0 for a member who was not ranked a week ago, or is not ranked now.
        """
        before = self.a_week_ago.get(member_id)
        if before is None or rank is None:
            return 0
        return before - rank


def places_course(
    season: Season,
    game: str,
    *,
    by: Order,
    least: Least,
    guests: bool,
    a_week_ago: date,
    listed: frozenset[int],
) -> PlacesCourse:
    """The course of the places in a season.

    `listed` are merged records that the table lists on their own, as a table does that was published before a merge.
    """
    merged = {}
    for record, person in canonical_ids().items():
        if record not in listed:
            merged[record] = person
    return _COURSES.of(
        season, game, by, least, guests, a_week_ago, tuple(merged.items())
    )


def _course(
    season: Season,
    game: str,
    by: Order,
    least: Least,
    guests: bool,
    a_week_ago: date,
    merged: Sequence[tuple[int, int]],
) -> PlacesCourse:
    rows = daily_totals_of(postings_of(season, game), dict(merged))
    days = sorted({row.day for row in rows})
    shown = _spread(days)
    left_out = frozenset() if guests else frozenset(guest_ids())
    totals: dict[int, SeasonTotal] = {}
    ranks_on: dict[date, Ranks] = {}
    position = 0
    for day in sorted({*shown, a_week_ago}):
        while position < len(rows) and rows[position].day <= day:
            row = rows[position]
            totals.setdefault(row.person, SeasonTotal()).add(
                row.rubbers, row.won, 0, row.net, None, None
            )
            position += 1
        ranks_on[day] = _ranks(totals, left_out, by, least)
    return PlacesCourse([ranks_on[day] for day in shown], ranks_on[a_week_ago])


def _spread(days: Sequence[date]) -> list[date]:
    """At most MOST of these days, at equal distances, with the last day among them."""
    steps = -(-len(days) // MOST) or 1
    return list(days[::-1][::steps][::-1])


def _ranks(
    totals: Mapping[int, SeasonTotal],
    left_out: frozenset[int],
    by: Order,
    least: Least,
) -> Ranks:
    figures = []
    for pk, total in totals.items():
        if pk not in left_out:
            figures.append(
                Figures(pk, "", False, total.rubbers, total.won, 0, total.net)
            )
    places = places_among(figures, by=by, least=least, guests=True)
    return {pk: place.rank for pk, place in places.items()}


_COURSES = RememberedAnswers(_course, most=8)  # games, and orders
