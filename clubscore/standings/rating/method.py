"""A rating that knows partners and opponents, one rubber at a time. The method is openskill's (decision 0006)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from clubscore.standings.ranking.ranks import Skill

# A rubber is mostly the cards: chance is six times what the method takes for granted in other games.
LUCK = 6


def _as_bayes_has_it(*arguments: object) -> float:
    """The rate at which uncertainty shrinks, as the theory has it: the method's own suits games with little luck."""
    return 1.0


_MODEL = PlackettLuce(beta=LUCK * 25 / 6, gamma=_as_bayes_has_it)
_SHOWN_AVERAGE = 1500
_SHOWN_UNIT = 20


@dataclass(frozen=True, slots=True)
class Strength:
    """The estimate of a member's strength: the middle and the spread of a bell curve."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


Team = Sequence[Strength]


def rate(first: Team, second: Team, *, drawn: bool = False) -> tuple[list[Strength], list[Strength]]:
    """Both teams after a rubber that `first` won from `second`, or that neither won."""
    teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma) for strength in team] for team in (first, second)]
    after = _MODEL.rate(teams, ranks=[1, 1] if drawn else [1, 2])
    winners, losers = ([Strength(rating.mu, rating.sigma) for rating in team] for team in after)
    return winners, losers


@dataclass(frozen=True, slots=True)
class RatedRubber:
    """A rubber as input of the ratings."""

    transaction_id: int
    game: str
    points: Mapping[int, int]
    """By member's id."""
    north_south: frozenset[int] = frozenset()
    """The ids of one side, of a drawn rubber: its points do not show who were partners."""

    @property
    def is_drawn(self) -> bool:
        return not any(self.points.values())

    @property
    def teams(self) -> tuple[list[int], list[int]]:
        """The winners and the losers; in a draw, the two sides. One is empty where the sides are not known."""
        ahead = self.north_south if self.is_drawn else {pk for pk, won in self.points.items() if won > 0}
        return sorted(ahead & set(self.points)), sorted(set(self.points) - ahead)


def after_rubber(played: RatedRubber, strengths: Mapping[tuple[int, str], Strength]) -> dict[int, Strength]:
    """The players' strengths after it, by member's id; of those before, by id and game. Nothing where there are no two
    teams.
    """
    first, second = played.teams
    if not first or not second:
        return {}
    before = ([strengths.get((pk, played.game), Strength()) for pk in team] for team in (first, second))
    after = rate(*before, drawn=played.is_drawn)
    return dict(zip(first + second, after[0] + after[1], strict=True))


def skill_of(mu: float, sigma: float) -> Skill:
    """As it is shown: 1500 is where everybody begins."""
    return Skill(round(_SHOWN_AVERAGE + (mu - _MODEL.mu) * _SHOWN_UNIT), round(2 * sigma * _SHOWN_UNIT))
