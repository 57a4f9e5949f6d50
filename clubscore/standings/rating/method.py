"""The rating method: each rubber changes the ratings, by the strengths of partners and opponents.

The method is openskill's (decision 0006).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from clubscore.standings.ranking.ranks import Skill

# A rubber is mostly the cards: chance is six times what the method takes for granted in other games.
LUCK = 6


def _as_bayes_has_it(*arguments: object) -> float:
    """Always 1: the uncertainty of a rating shrinks at the full rate that Bayes' rule gives.

    Openskill calls this function in place of its own rate, which suits games with little luck.
    """
    return 1.0


_MODEL = PlackettLuce(beta=LUCK * 25 / 6, gamma=_as_bayes_has_it)
_SHOWN_AVERAGE = 1500
_SHOWN_UNIT = 20


@dataclass(frozen=True, slots=True)
class Strength:
    """The estimate of a member's strength as a bell curve: `mu` is its mean, `sigma` its standard deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


Team = Sequence[Strength]


def rate(
    first: Team, second: Team, *, drawn: bool = False
) -> tuple[list[Strength], list[Strength]]:
    """The strengths of both teams after a rubber that `first` won, or that nobody won if `drawn`."""
    teams = [_ratings(first), _ratings(second)]
    ranks: list[float] = [1, 1] if drawn else [1, 2]
    winners, losers = _MODEL.rate(teams, ranks=ranks)
    return _strengths(winners), _strengths(losers)


def _ratings(team: Team) -> list[PlackettLuceRating]:
    return [_MODEL.rating(mu=strength.mu, sigma=strength.sigma) for strength in team]


def _strengths(team: Iterable[PlackettLuceRating]) -> list[Strength]:
    return [Strength(rating.mu, rating.sigma) for rating in team]


@dataclass(frozen=True, slots=True)
class RatedRubber:
    """A rubber as input of the ratings."""

    transaction_id: int
    game: str
    points: Mapping[int, int]
    """The points by the member's id."""
    north_south: frozenset[int] = frozenset()
    """The ids of the members in North and South, for a drawn rubber only: its points do not show who were partners."""

    @property
    def is_drawn(self) -> bool:
        return not any(self.points.values())

    @property
    def teams(self) -> tuple[list[int], list[int]]:
        """The winners and the losers; in a draw, the two sides. One team is empty if the sides are not known."""
        players = set(self.points)
        ahead = {pk for pk, won in self.points.items() if won > 0}
        if self.is_drawn:
            ahead = players & self.north_south
        return sorted(ahead), sorted(players - ahead)


def after_rubber(
    played: RatedRubber, strengths: Mapping[tuple[int, str], Strength]
) -> dict[int, Strength]:
    """The players' strengths after a rubber, by member's id; empty if the rubber has no two teams.

    `strengths` are the strengths before the rubber, by member's id and game.
    """
    first, second = played.teams
    if not first or not second:
        return {}

    def before(team: list[int]) -> list[Strength]:
        return [strengths.get((pk, played.game), Strength()) for pk in team]

    first_after, second_after = rate(
        before(first), before(second), drawn=played.is_drawn
    )
    return dict(zip(first + second, first_after + second_after, strict=True))


def skill_of(mu: float, sigma: float) -> Skill:
    """The rating as pages show it, from the mean and deviation of a strength. Every member begins at 1500."""
    rating = _SHOWN_AVERAGE + (mu - _MODEL.mu) * _SHOWN_UNIT
    uncertainty = 2 * sigma * _SHOWN_UNIT
    return Skill(round(rating), round(uncertainty))
