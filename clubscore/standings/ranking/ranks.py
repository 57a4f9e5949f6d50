"""Ranks from figures. The functions are pure: they read no database."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, Protocol, TypeVar

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Number = float | Fraction


class Named(Protocol):
    """A row of a table that has a name, such as a member's row."""

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
        """The words for the order within a sentence about the table: `ranked by net points`."""
        return _RANKED_BY[self]

    @property
    def rank_by(self) -> Promise:
        """The words for the order in the label of a member's rank: `rank by net points`."""
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
    """The true rating is within this number of points of `rating`, 19 times in 20."""

    @property
    def surely(self) -> int:
        """The lower end of the range in which the true rating lies, 19 times in 20."""
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
    """The points of the best rubber."""
    worst: int | None = None
    """The points of the worst rubber."""
    skill: Skill | None = None
    net_exact: int | None = None
    """The net points before the margins were rounded; None if they were not asked for or are not known."""

    @property
    def average(self) -> float | None:
        """Net points per rubber; None without a rubber, for example if only a reversal counts."""
        return self.net / self.rubbers if self.rubbers > 0 else None

    @property
    def share(self) -> float | None:
        """The share of the rubbers that the member won, 0 to 1; None without a rubber."""
        return self.won / self.rubbers if self.rubbers > 0 else None


@dataclass(frozen=True, slots=True)
class Least:
    """The least number of rubbers or sessions for a rank: `count`, or `percent` of the busiest member's number."""

    count: int = 0
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> "Least":
        """The `Least` that a text such as `10` or `25%` means; an empty text requires nothing.

        Raises ValueError for other text.
        """
        match = re.fullmatch(r"\s*(?:(\d{1,5})|(\d{1,2}|100)\s*%)?\s*", text)
        if match is None:
            raise ValueError(
                _(
                    "Give a number, such as 10, or a share of what the busiest member has played, such as 25%."
                )
            )
        count = int(match[1] or 0)
        percent = int(match[2] or 0)
        return cls(count, percent)

    def of(self, most: int) -> int:
        """The least number of rubbers or sessions that a member needs for a rank.

        `most` is the number that the busiest member has played. A percentage of it is rounded up.
        """
        share_rounded_up = -(-most * self.percent // 100)
        return max(self.count, share_rounded_up)

    def __str__(self) -> str:
        return f"{self.percent}%" if self.percent else str(self.count)


class Placed(NamedTuple):
    """A line of the standings."""

    figures: Figures
    rank: int | None
    """The rank; None for a member with too few rubbers, or without the figure by which members are ranked."""
    needs: int = 0
    """The number of further rubbers that the member needs for a rank."""


class SeasonPlace(NamedTuple):
    """The rank of one member in the standings of a season, with the number of members who have a rank."""

    rank: int | None
    """The rank; None for a member with too few rubbers, or without the figure by which members are ranked."""
    ranked: int
    """The number of members who have a rank."""
    needs: int
    """The number of further rubbers that the member needs for a rank."""
    by: Order


class Placement(NamedTuple, Generic[Row]):
    """A row of a table with its rank."""

    row: Row
    rank: int | None
    """The rank; None for a row with too few rubbers or sessions, or without a value to rank it by."""
    needs: int
    """The number of further rubbers or sessions that the row needs for a rank."""


def _sure_rating(figures: Figures) -> int | None:
    """The lower end of the range of the member's rating (`Skill.surely`); None without a rating."""
    return figures.skill.surely if figures.skill else None


_VALUES: dict[Order, Callable[[Figures], float | None]] = {
    Order.NET: lambda figures: figures.net,
    Order.AVERAGE: lambda figures: figures.average,
    Order.SHARE: lambda figures: figures.share,
    Order.RATING: _sure_rating,
}


def rank(
    members: Iterable[Figures], *, by: Order, least: Least, guests: bool
) -> list[Placed]:
    """The lines of the table, best first; ties share a rank (1, 2, 2, 4). Members without a rank follow at the end.

    Guests are in the table only if `guests` is true.
    """
    listed = _listed(members, guests=guests)
    placements = places(listed, _VALUES[by], _rubbers, least)
    return [Placed(*placement) for placement in placements]


def places_among(
    members: Iterable[Figures], *, by: Order, least: Least, guests: bool
) -> dict[int, SeasonPlace]:
    """The place of each listed member, by the member's id.

    The ranks are equal to those that the function `rank` gives, but the names in `members` may be empty. Guests are
    listed only if `guests` is true.
    """
    listed = _listed(members, guests=guests)
    placements = _placements(listed, _VALUES[by], _rubbers, least)
    ranked = sum(placement.rank is not None for placement in placements)
    places_by_id = {}
    for figures, own_rank, needs in placements:
        places_by_id[figures.member_id] = SeasonPlace(own_rank, ranked, needs, by)
    return places_by_id


def ranks_among(
    listed: Sequence[Figures], *, by: Order, least: Least
) -> dict[int, int | None]:
    """The rank of each of these members, by the member's id. The ranks are equal to those that `rank` gives.

    It takes half the time of `places_among`.
    """
    required = least.of(max(map(_rubbers, listed), default=0))
    value = _VALUES[by]
    values = {}
    for figures in listed:
        enough = figures.rubbers >= required
        values[figures.member_id] = value(figures) if enough else None
    ranks = _ranks(number for number in values.values() if number is not None)
    return {
        member_id: None if number is None else ranks[number]
        for member_id, number in values.items()
    }


def places(
    rows: Iterable[Row],
    value: Callable[[Row], Number | None],
    played: Callable[[Row], int],
    least: Least,
) -> list[Placement[Row]]:
    """The rows ranked by their `value`, best first, then the rows without a rank, the busiest first.

    `played` returns a row's number of rubbers or sessions. A row has a rank if `value` returns a number for it, and if
    it has played as much as `least` requires.
    """
    ranked = []
    unranked = []
    for placement in _placements(rows, value, played, least):
        if placement.rank is None:
            unranked.append(placement)
        else:
            ranked.append((placement.rank, placement.row.name, placement))
    ranked.sort(key=_rank_and_name)
    unranked.sort(key=lambda placement: (-played(placement.row), placement.row.name))
    return [placement for _rank, _name, placement in ranked] + unranked


def _placements(
    rows: Iterable[Row],
    value: Callable[[Row], Number | None],
    played: Callable[[Row], int],
    least: Least,
) -> list[Placement[Row]]:
    """Each row with its rank, in the given order of the rows.

    `value` returns the number that ranks a row, `played` its number of rubbers or sessions. The rank is None without a
    value, or if the row has played less than `least` requires.
    """
    listed = list(rows)
    required = least.of(max(map(played, listed), default=0))
    values = [value(row) if played(row) >= required else None for row in listed]
    ranks = _ranks(number for number in values if number is not None)
    placements = []
    for row, number in zip(listed, values, strict=True):
        if number is None:
            placements.append(Placement(row, None, max(required - played(row), 0)))
        else:
            placements.append(Placement(row, ranks[number], 0))
    return placements


def _ranks(values: Iterable[Number]) -> dict[Number, int]:
    """The rank of each value, the largest first; equal values share a rank (1, 2, 2, 4)."""
    ranks: dict[Number, int] = {}
    for position, value in enumerate(sorted(values, reverse=True), start=1):
        ranks.setdefault(value, position)
    return ranks


def _listed(members: Iterable[Figures], *, guests: bool) -> list[Figures]:
    """The members who are shown in the table: all members, or all except guests."""
    return [figures for figures in members if guests or not figures.is_guest]


def _rubbers(figures: Figures) -> int:
    return figures.rubbers


def _rank_and_name(ranked: tuple[int, str, object]) -> tuple[int, str]:
    own_rank, name, _placement = ranked
    return own_rank, name
