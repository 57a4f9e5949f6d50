"""A rating that knows partners and opponents, one rubber at a time. The method is openskill's (decision 0006)."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from clubscore.standings.ranking import Skill

# A rubber is mostly the cards: chance is six times what the method takes for granted in other games.
LUCK = 6


def _as_bayes_has_it(*told: object) -> float:
    """How fast the uncertainty shrinks: as the theory says. The method's own slower way fits games with little luck."""
    return 1.0


_MODEL = PlackettLuce(beta=LUCK * 25 / 6, gamma=_as_bayes_has_it)
_SHOWN_AVERAGE = 1500
_SHOWN_UNIT = 20


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of a member: the middle and the spread of a bell curve."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


Team = Sequence[Strength]


def rate(first: Team, second: Team, *, drawn: bool = False) -> tuple[list[Strength], list[Strength]]:
    """Both teams after a rubber that `first` won from `second`, or that neither won."""
    teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma) for strength in team] for team in (first, second)]
    after = _MODEL.rate(teams, ranks=[1, 1] if drawn else [1, 2])
    winners, losers = ([Strength(rating.mu, rating.sigma) for rating in team] for team in after)
    return winners, losers


def skill_of(mu: float, sigma: float) -> Skill:
    """As it is shown: 1500 is where everybody begins."""
    return Skill(round(_SHOWN_AVERAGE + (mu - _MODEL.mu) * _SHOWN_UNIT), round(2 * sigma * _SHOWN_UNIT))
