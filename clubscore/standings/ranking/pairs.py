"""What pairs add up to in a season: who won or lost together."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Case, F, Q, Sum, Value, When

from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.standings.queries import postings_of
from clubscore.standings.ranking.totals import IS_RESULT


@dataclass(frozen=True, slots=True)
class PairFigures:
    """What two members' rubbers together add up to."""

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
    sums: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for one, other, rubbers, won, net in rows:
        first, second = sorted((who.get(one, one), who.get(other, other)))
        sums[first, second].update(rubbers=rubbers, won=won, net=net)
    people = {pk: (name, is_guest) for pk, name, is_guest in Member.objects.values_list("pk", "name", "is_guest")}
    pairs = [
        PairFigures(first, second, (people[first][0], people[second][0]), total["rubbers"], total["won"], total["net"])
        for (first, second), total in sums.items()
        if guests or not (people[first][1] or people[second][1])
    ]
    return sorted(pairs, key=lambda pair: (-pair.net, pair.names))
