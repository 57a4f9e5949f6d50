"""Sums of a season for pairs: two members who won or lost together."""

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
    """Everybody who won or lost together in the season, best net first. In a drawn rubber nobody can be told apart."""
    together = Q(transaction__postings__points=F("points"), transaction__postings__member__gt=F("member"))
    rows = (
        postings_of(season, game)
        .filter(IS_RESULT & together)
        .exclude(points=0)
        .values_list("member", "transaction__postings__member")
        .annotate(rubbers=Sum(Value(1)), won=Sum(Case(When(points__gt=0, then=1), default=0)), net=Sum("points"))
    )
    who = canonical_ids()
    sums: dict[tuple[int, int], tuple[int, int, int]] = {}
    for one, other, *figures in rows:
        first, second = sorted((who.get(one, one), who.get(other, other)))
        rubbers, won, net = sums.get((first, second), (0, 0, 0))
        sums[first, second] = (rubbers + figures[0], won + figures[1], net + figures[2])
    listed = Member.objects.all() if guests else Member.objects.filter(is_guest=False)
    names = dict(listed.values_list("pk", "name"))
    pairs = [
        PairFigures(first, second, (names[first], names[second]), *figures)
        for (first, second), figures in sums.items()
        if first in names and second in names
    ]
    return sorted(pairs, key=lambda pair: (-pair.net, pair.names))
