"""Ranking, as values: figures in, ranks out. No database."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import TextChoices


class Order(TextChoices):
    """What members are ranked by."""

    NET = "net", "Net points"
    AVERAGE = "average", "Per rubber"
    SHARE = "won", "Rubbers won"
    RATING = "rating", "Rating"


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating and its uncertainty, in rating points: the true figure is within `give` of it, 19 times in 20."""

    rating: int
    give: int

    @property
    def surely(self) -> int:
        """What the rating is at least, with that certainty."""
        return self.rating - self.give


@dataclass(frozen=True, slots=True)
class Figures:
    """What one member's rubbers of a season add up to, in one game: net points; `best` and `worst` are one rubber.

    `net_exact` is the net before the margins were rounded, where it was asked for and is known.
    """

    member_id: int
    name: str
    is_guest: bool
    rubbers: int
    won: int
    lost: int
    net: int
    best: int | None = None
    worst: int | None = None
    skill: Skill | None = None
    net_exact: int | None = None

    @property
    def average(self) -> float | None:
        """Net points a rubber; None without a rubber, as when an earlier season's was taken back."""
        return self.net / self.rubbers if self.rubbers > 0 else None

    @property
    def share(self) -> float | None:
        """Rubbers won of those played, 0 to 1."""
        return self.won / self.rubbers if self.rubbers > 0 else None


@dataclass(frozen=True, slots=True)
class Least:
    """How many rubbers it takes to be ranked: `count`, or `percent` of what the busiest member played."""

    count: int = 0
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> "Least":
        """`10`, `25%` or nothing. Raises ValueError."""
        found = re.fullmatch(r"\s*(?:(\d{1,5})|(\d{1,2}|100)\s*%)?\s*", text)
        if found is None:
            raise ValueError("Give a number of rubbers, such as 10, or a share of the busiest member’s, such as 25%.")
        return cls(int(found[1] or 0), int(found[2] or 0))

    def of(self, most: int) -> int:
        """In rubbers, when the busiest member has played `most`; a share is rounded up."""
        return max(self.count, -(-most * self.percent // 100))

    def __str__(self) -> str:
        return f"{self.percent}%" if self.percent else str(self.count)


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the standings. `rank` is None for who has not played enough and `needs` that many rubbers more."""

    figures: Figures
    rank: int | None
    needs: int = 0


_VALUES: dict[Order, Callable[[Figures], float | None]] = {
    Order.NET: lambda figures: figures.net,
    Order.AVERAGE: lambda figures: figures.average,
    Order.SHARE: lambda figures: figures.share,
    Order.RATING: lambda figures: figures.skill.surely if figures.skill else None,
}


def rank(members: Iterable[Figures], *, by: Order, least: Least, guests: bool) -> list[Placed]:
    """The members best first, ties sharing a rank (1, 2, 2, 4); below them who has not played enough."""
    listed = [figures for figures in members if guests or not figures.is_guest]
    value = _VALUES[by]
    wanted = least.of(max((figures.rubbers for figures in listed), default=0))
    unranked = [figures for figures in listed if figures.rubbers < wanted or value(figures) is None]
    ranked = [figures for figures in listed if figures.rubbers >= wanted and value(figures) is not None]
    below = [Placed(figures, None, max(wanted - figures.rubbers, 0)) for figures in sorted(unranked, key=_busiest)]
    return _with_ranks(sorted(ranked, key=lambda figures: (-(value(figures) or 0), figures.name)), value) + below


def _with_ranks(ordered: list[Figures], value: Callable[[Figures], float | None]) -> list[Placed]:
    placed: list[Placed] = []
    for place, figures in enumerate(ordered, start=1):
        tied = placed and value(placed[-1].figures) == value(figures)
        placed.append(Placed(figures, placed[-1].rank if tied else place))
    return placed


def _busiest(figures: Figures) -> tuple[int, str]:
    return -figures.rubbers, figures.name
