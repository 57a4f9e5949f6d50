"""Ranks from figures. Pure values, no database."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeVar

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Number = float | Fraction


class Named(Protocol):
    """A row of a table of members."""

    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=Named)


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
    """The least number of rubbers, or of sessions, for a rank: `count`, or `percent` of those of the busiest member."""

    count: int = 0
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> "Least":
        """`10`, `25%` or nothing. Raises ValueError."""
        found = re.fullmatch(r"\s*(?:(\d{1,5})|(\d{1,2}|100)\s*%)?\s*", text)
        if found is None:
            raise ValueError(
                _("Give a number, such as 10, or a share of what the busiest member has played, such as 25%.")
            )
        return cls(int(found[1] or 0), int(found[2] or 0))

    def of(self, most: int) -> int:
        """In rubbers or sessions, when the busiest member has played `most`; a share is rounded up."""
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
    return [Placed(*each) for each in places(listed, _VALUES[by], lambda figures: figures.rubbers, least)]


def places(
    listed: Iterable[Row], value: Callable[[Row], Number | None], played: Callable[[Row], int], least: Least
) -> list[tuple[Row, int | None, int]]:
    """Rows with rank and what is missing for one, as in Placed: by their `value`, where they have `played` enough."""
    rows = list(listed)
    wanted = least.of(max(map(played, rows), default=0))
    ranked = [(found, row) for row in rows if played(row) >= wanted and (found := value(row)) is not None]
    below = [row for row in rows if played(row) < wanted or value(row) is None]
    placed: list[tuple[Row, int | None, int]] = []
    before: Number | None = None
    for place, (found, row) in enumerate(sorted(ranked, key=lambda each: (-each[0], each[1].name)), start=1):
        placed.append((row, placed[-1][1] if found == before else place, 0))
        before = found
    below.sort(key=lambda row: (-played(row), row.name))
    return placed + [(row, None, max(wanted - played(row), 0)) for row in below]


def places_among(members: Iterable[Figures], *, by: Order, least: Least, guests: bool) -> dict[int, Place]:
    """The place that `rank` gives each member who is listed, by id. Their names are not read."""
    value = _VALUES[by]
    listed = [figures for figures in members if guests or not figures.is_guest]
    wanted = least.of(max((figures.rubbers for figures in listed), default=0))
    ranked = {
        figures.member_id: found
        for figures in listed
        if figures.rubbers >= wanted and (found := value(figures)) is not None
    }
    place_of: dict[Number, int] = {}
    for place, found in enumerate(sorted(ranked.values(), reverse=True), start=1):
        place_of.setdefault(found, place)
    return {
        figures.member_id: Place(
            place_of[ranked[figures.member_id]] if figures.member_id in ranked else None,
            len(ranked),
            0 if figures.member_id in ranked else max(wanted - figures.rubbers, 0),
            by,
        )
        for figures in listed
    }
