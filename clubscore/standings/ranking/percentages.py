"""Standings of duplicate, as values: a member's sessions in per cent, what counts of them, and the places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.languages.spoken import figure
from clubscore.standings.ranking.ranks import Least, places
from scoring.contest.rounding import two_decimals


class PercentOrder(TextChoices):
    """The mean that members are ranked by."""

    MEAN = "mean", gettext_lazy("Mean of all sessions")
    BEST = "best", gettext_lazy("Best sessions")
    LADDER = "ladder", gettext_lazy("Ladder")

    @property
    def counts_best(self) -> bool:
        return self is not PercentOrder.MEAN

    @property
    def counts_last(self) -> bool:
        return self is PercentOrder.LADDER


@dataclass(frozen=True, slots=True)
class Counting:
    """The part of each member's sessions that counts: all, the `best`, or the `best` of the `last` they played."""

    by: PercentOrder
    best: int | None = None
    last: int | None = None

    def counted(self, percents: Sequence[int]) -> Sequence[int]:
        """Those that count of percentages in the order of play.

        >>> Counting(PercentOrder.LADDER, best=2, last=3).counted([70, 50, 40, 60])
        [60, 50]
        """
        if self.last:
            percents = percents[-self.last :]
        return sorted(percents, reverse=True)[: self.best] if self.best else percents

    @property
    def words(self) -> str:
        """`the mean of the best 10 of the last 20 sessions`."""
        numbers = {"best": self.best, "last": self.last}
        if self.by == PercentOrder.LADDER:
            return _("the mean of the best %(best)s of the last %(last)s sessions") % numbers
        if self.by == PercentOrder.BEST:
            words = ngettext("the best session", "the mean of the best %(best)s sessions", self.best or 0)
            return words % numbers
        return _("the mean of all sessions")


class PercentFigures(NamedTuple):
    """One member's sessions of a season, in per cent."""

    member_id: int
    name: str
    is_guest: bool
    sessions: int
    counted: int
    """How many of them the mean is of."""
    percent: Fraction
    """The mean of those."""
    best: Fraction
    """The best session."""

    @property
    def percent_written(self) -> str:
        """`54.17`, as the reader's language writes it."""
        return figure(two_decimals(self.percent))

    @property
    def best_written(self) -> str:
        return figure(two_decimals(self.best))


class PercentPlaced(NamedTuple):
    """A line of the standings of duplicate."""

    figures: PercentFigures
    rank: int | None
    """None for a member with too few sessions."""
    needs: int = 0
    """How many sessions more it takes to be ranked."""


class PercentPlace(NamedTuple):
    """One member's line, without the others."""

    line: PercentPlaced
    ranked: int
    """How many members have a rank."""
    counting: Counting


def mean(percents: Sequence[int]) -> Fraction:
    """In per cent, of percentages in ten-thousandths; cut off there, as each of them was.

    >>> float(mean([500_000, 625_000, 500_000]))
    54.1666
    """
    return in_per_cent(sum(percents) // len(percents))


def in_per_cent(ten_thousandths: int) -> Fraction:
    return Fraction(ten_thousandths, 10_000)


def rank_percents(members: Iterable[PercentFigures], *, least: Least, guests: bool) -> list[PercentPlaced]:
    """The members best first, ties sharing a rank (1, 2, 2, 4); below them who has played too few sessions."""
    listed = [figures for figures in members if guests or not figures.is_guest]
    found = places(listed, lambda figures: figures.percent, lambda figures: figures.sessions, least)
    return [PercentPlaced(*each) for each in found]
