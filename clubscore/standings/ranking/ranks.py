"""Ranks from figures. Pure values, no database."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Order(TextChoices):
    """The figure that members are ranked by."""

    NET = "net", _("Net points")
    AVERAGE = "average", _("Per rubber")
    SHARE = "won", _("Rubbers won")
    RATING = "rating", _("Rating")

    @property
    def ranked_by(self) -> Promise:
        """For a sentence about the table: `ranked by net points`."""
        return _RANKED_BY[self]

    @property
    def rank_by(self) -> Promise:
        """For the rank of a member: `rank by net points`."""
        return _RANK_BY[self]


_RANKED_BY = {
    Order.NET: _("ranked by net points"),
    Order.AVERAGE: _("ranked by points per rubber"),
    Order.SHARE: _("ranked by rubbers won"),
    Order.RATING: _("ranked by rating"),
}
_RANK_BY = {
    Order.NET: _("rank by net points"),
    Order.AVERAGE: _("rank by points per rubber"),
    Order.SHARE: _("rank by rubbers won"),
    Order.RATING: _("rank by rating"),
}


class Skill(NamedTuple):
    """A rating and its uncertainty, in rating points."""

    rating: int
    uncertainty: int
    """The true figure is within so many points of the rating, 19 times in 20."""

    @property
    def surely(self) -> int:
        """The lower end of that range."""
        return self.rating - self.uncertainty


class Figures(NamedTuple):
    """Sums over one member's rubbers of a season in one game, in points."""

    member_id: int
    name: str
    is_guest: bool
    rubbers: int
    won: int
    lost: int
    net: int
    best: int | None = None
    """The best rubber."""
    worst: int | None = None
    """The worst rubber."""
    skill: Skill | None = None
    net_exact: int | None = None
    """The net before the margins were rounded, where it was requested and is known."""

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
    """The least number of rubbers for a rank: `count`, or `percent` of those of the busiest member."""

    count: int = 0
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> "Least":
        """`10`, `25%` or nothing. Raises ValueError."""
        found = re.fullmatch(r"\s*(?:(\d{1,5})|(\d{1,2}|100)\s*%)?\s*", text)
        if found is None:
            raise ValueError(
                _("Give a number of rubbers, such as 10, or a share of the busiest member’s, such as 25%.")
            )
        return cls(int(found[1] or 0), int(found[2] or 0))

    def of(self, most: int) -> int:
        """In rubbers, when the busiest member has played `most`; a share is rounded up."""
        return max(self.count, -(-most * self.percent // 100))

    def __str__(self) -> str:
        return f"{self.percent}%" if self.percent else str(self.count)


class Placed(NamedTuple):
    """A line of the standings."""

    figures: Figures
    rank: int | None
    """None for a member with too few rubbers, or without the figure."""
    needs: int = 0
    """How many rubbers more it takes to be ranked."""


class Place(NamedTuple):
    """One member's rank, without the other lines of the table."""

    rank: int | None
    """As in Placed."""
    ranked: int
    """How many members have a rank."""
    needs: int
    """As in Placed."""
    by: Order


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
    wanted = _wanted(listed, least)
    unranked = [figures for figures in listed if figures.rubbers < wanted or value(figures) is None]
    ranked = [figures for figures in listed if figures.rubbers >= wanted and value(figures) is not None]
    below = [Placed(figures, None, max(wanted - figures.rubbers, 0)) for figures in sorted(unranked, key=_busiest)]
    return _with_ranks(sorted(ranked, key=lambda figures: (-(value(figures) or 0), figures.name)), value) + below


def place_among(members: Iterable[Figures], member_id: int, *, by: Order, least: Least, guests: bool) -> Place | None:
    """The place that `rank` gives this member, by counting those above; None for a member who is not listed."""
    value = _VALUES[by]
    listed = [figures for figures in members if guests or not figures.is_guest]
    own = next((figures for figures in listed if figures.member_id == member_id), None)
    if own is None:
        return None
    wanted = _wanted(listed, least)
    ranked = [found for figures in listed if figures.rubbers >= wanted and (found := value(figures)) is not None]
    mine = value(own)
    if own.rubbers < wanted or mine is None:
        return Place(None, len(ranked), max(wanted - own.rubbers, 0), by)
    return Place(1 + sum(found > mine for found in ranked), len(ranked), 0, by)


def _wanted(listed: Iterable[Figures], least: Least) -> int:
    """The least number of rubbers among these members."""
    return least.of(max((figures.rubbers for figures in listed), default=0))


def _with_ranks(ordered: list[Figures], value: Callable[[Figures], float | None]) -> list[Placed]:
    placed: list[Placed] = []
    for place, figures in enumerate(ordered, start=1):
        tied = placed and value(placed[-1].figures) == value(figures)
        placed.append(Placed(figures, placed[-1].rank if tied else place))
    return placed


def _busiest(figures: Figures) -> tuple[int, str]:
    return -figures.rubbers, figures.name
