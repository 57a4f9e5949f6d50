"""Sums of a season for pairs: two members who won or lost together."""

from collections.abc import Mapping, Sequence
from operator import add
from typing import NamedTuple

from django.db.models import Case, F, Q, Sum, Value, When

from clubscore.ledger.balances import RememberedAnswers
from clubscore.ledger.models import Season
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import Record, every_record, postings_of
from clubscore.standings.ranking.totals import IS_RESULT


class PairFigures(NamedTuple):
    """The totals of two members' rubbers together."""

    first_id: int
    second_id: int
    names: tuple[str, str]
    rubbers: int
    won: int
    net: int

    @property
    def average(self) -> float:
        return self.net / self.rubbers


def pairs_of(season: Season, game: str, *, guests: bool) -> list[PairFigures]:
    """The pairs of members who won or lost together in the season, best net first.

    Pairs with a guest are left out unless `guests` is true. A drawn rubber does not count, because its points do not
    show who were partners. The list is remembered until something is booked, and shared: do not change it.
    """
    people = tuple(canonical_ids().items())
    return _PAIRS.of(season, game, people, every_record(), guests)


def _pairs_of(
    season: Season,
    game: str,
    people: Sequence[tuple[int, int]],
    records: Sequence[Record],
    guests: bool,
) -> list[PairFigures]:
    """The pairs, worked out from the books. `people` are pairs of a merged record's id and its person's id."""
    sums = _sums_by_pair(season, game, dict(people))
    names = {pk: name for pk, name, is_guest in records if guests or not is_guest}
    pairs = []
    for (first, second), figures in sums.items():
        if first in names and second in names:
            pairs.append(
                PairFigures(first, second, (names[first], names[second]), *figures)
            )
    return sorted(pairs, key=lambda pair: (-pair.net, pair.names))


_PAIRS = RememberedAnswers(_pairs_of, most=4)  # games, and with guests


def _sums_by_pair(
    season: Season, game: str, people: Mapping[int, int]
) -> dict[tuple[int, int], tuple[int, int, int]]:
    """The rubbers, wins and net of each pair. A key is the two persons' ids, the smaller id first."""
    together = Q(
        transaction__postings__points=F("points"),
        transaction__postings__member__gt=F("member"),
    )
    rows = (
        postings_of(season, game)
        .filter(IS_RESULT & together)
        .exclude(points=0)
        .values_list("member", "transaction__postings__member")
        .annotate(
            rubbers=Sum(Value(1)),
            won=Sum(Case(When(points__gt=0, then=1), default=0)),
            net=Sum("points"),
        )
    )
    sums: dict[tuple[int, int], tuple[int, int, int]] = {}
    for member_id, partner_id, *figures in rows:
        first, second = sorted(
            (people.get(member_id, member_id), people.get(partner_id, partner_id))
        )
        before = sums.get((first, second), (0, 0, 0))
        rubbers, won, net = map(add, before, figures)
        sums[first, second] = (rubbers, won, net)
    return sums
