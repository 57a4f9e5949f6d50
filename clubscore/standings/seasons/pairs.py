"""Sums of a season for pairs: two members who won or lost together."""

from operator import add
from typing import NamedTuple

from django.db.models import Case, F, Q, Sum, Value, When

from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import postings_of
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
    show who were partners.
    """
    sums = _sums_by_pair(season, game)
    listed = Member.objects.all() if guests else Member.objects.filter(is_guest=False)
    names = dict(listed.values_list("pk", "name"))
    pairs = []
    for (first, second), figures in sums.items():
        if first in names and second in names:
            pairs.append(
                PairFigures(first, second, (names[first], names[second]), *figures)
            )
    return sorted(pairs, key=lambda pair: (-pair.net, pair.names))


def _sums_by_pair(
    season: Season, game: str
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
    people = canonical_ids()
    sums: dict[tuple[int, int], tuple[int, int, int]] = {}
    for member_id, partner_id, *figures in rows:
        first, second = sorted(
            (people.get(member_id, member_id), people.get(partner_id, partner_id))
        )
        before = sums.get((first, second), (0, 0, 0))
        rubbers, won, net = map(add, before, figures)
        sums[first, second] = (rubbers, won, net)
    return sums
