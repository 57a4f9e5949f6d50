"""Standings of duplicate as values: a member's sessions in per cent, the sessions that count, and the ranks."""

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
    """The figure that members are ranked by: a mean of percentages, or the sum of masterpoints."""

    MEAN = "mean", gettext_lazy("Mean of all sessions")
    BEST = "best", gettext_lazy("Best sessions")
    LADDER = "ladder", gettext_lazy("Ladder")
    MASTERPOINTS = "points", gettext_lazy("Masterpoints")

    @property
    def counts_best(self) -> bool:
        return self in (PercentOrder.BEST, PercentOrder.LADDER)

    @property
    def counts_last(self) -> bool:
        return self is PercentOrder.LADDER


@dataclass(frozen=True, slots=True)
class Counting:
    """The rule that says which sessions of a member count: all, the `best`, or the `best` of the `last` sessions."""

    by: PercentOrder
    best: int | None = None
    last: int | None = None

    def counted(self, percents: Sequence[int]) -> Sequence[int]:
        """The percentages that count, chosen from `percents`, a member's percentages in the order of play.

        >>> Counting(PercentOrder.LADDER, best=2, last=3).counted([70, 50, 40, 60])
        [60, 50]
        """
        if self.last:
            percents = percents[-self.last :]
        if self.best:
            return sorted(percents, reverse=True)[: self.best]
        return percents

    @property
    def words(self) -> str:
        """The figure that ranks members, in words: `the mean of the best 10 of the last 20 sessions`."""
        if self.by == PercentOrder.MASTERPOINTS:
            return _("the sum of masterpoints")
        numbers = {"best": self.best, "last": self.last}
        if self.by == PercentOrder.LADDER:
            return (
                _("the mean of the best %(best)s of the last %(last)s sessions")
                % numbers
            )
        if self.by == PercentOrder.BEST:
            words = ngettext(
                "the best session",
                "the mean of the best %(best)s sessions",
                self.best or 0,
            )
            return words % numbers
        return _("the mean of all sessions")


class PercentFigures(NamedTuple):
    """One member's figures in the standings of duplicate of a season; percentages in per cent."""

    member_id: int
    name: str
    is_guest: bool
    sessions: int
    counted: int
    """The number of sessions in the mean."""
    percent: Fraction
    """The mean of the counted sessions."""
    best: Fraction
    """The percentage of the best session."""
    masterpoints: int = 0
    """The sum of the masterpoints that the member won in the season, in hundredths."""

    @property
    def percent_written(self) -> str:
        """The mean with two decimals, as the reader's language writes it: `54.17`."""
        return figure(two_decimals(self.percent))

    @property
    def best_written(self) -> str:
        return figure(two_decimals(self.best))

    @property
    def masterpoints_written(self) -> str:
        """The sum of the masterpoints with two decimals: `3.45`."""
        return figure(two_decimals(Fraction(self.masterpoints, 100)))


class PercentPlaced(NamedTuple):
    """A line of the standings of duplicate."""

    figures: PercentFigures
    rank: int | None
    """The rank; None for a member with too few sessions."""
    needs: int = 0
    """The number of further sessions that the member needs for a rank."""


class PercentPlace(NamedTuple):
    """One member's line of the standings of duplicate, without the other lines of the table."""

    line: PercentPlaced
    ranked: int
    """The number of members who have a rank."""
    counting: Counting


def mean(percents: Sequence[int]) -> Fraction:
    """The mean, in per cent, of percentages that are given in ten-thousandths of a per cent.

    The mean is cut off at a ten-thousandth of a per cent.

    >>> float(mean([500_000, 625_000, 500_000]))
    54.1666
    """
    return in_per_cent(sum(percents) // len(percents))


def in_per_cent(ten_thousandths: int) -> Fraction:
    return Fraction(ten_thousandths, 10_000)


def rank_percents(
    members: Iterable[PercentFigures],
    *,
    least: Least,
    guests: bool,
    by: PercentOrder = PercentOrder.MEAN,
) -> list[PercentPlaced]:
    """The lines of the table, best first; ties share a rank (1, 2, 2, 4). Members with too few sessions come last.

    Guests are in the table only if `guests` is true. `by` says if members are ranked by the percentage or by the sum of
    masterpoints.
    """
    listed = [figures for figures in members if guests or not figures.is_guest]
    value = _percent
    if by == PercentOrder.MASTERPOINTS:
        value = _masterpoints
    placements = places(listed, value, _sessions, least)
    return [PercentPlaced(*placement) for placement in placements]


def _percent(figures: PercentFigures) -> Fraction:
    return figures.percent


def _masterpoints(figures: PercentFigures) -> Fraction:
    return Fraction(figures.masterpoints)


def _sessions(figures: PercentFigures) -> int:
    return figures.sessions
