"""What the pages of a member and of a pair are given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.utils import timezone

from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Member
from clubscore.standings import queries
from clubscore.standings.charts import chart
from clubscore.standings.declarer import as_declarer
from clubscore.standings.results import Company, Result, against_opponents, results_of, with_partners
from clubscore.web.templatetags.scores import signed
from scoring import SYSTEMS

FEW = 5  # fewer rubbers than this say nothing yet
NEWEST = 200  # rubbers listed on a page
ALL = "all"  # in place of a season's name in the address


@dataclass(frozen=True, slots=True)
class Period:
    """What is shown: one game, in a season or of all time (`season` is None)."""

    game: str
    season: Season | None
    seasons: list[Season]

    @property
    def title(self) -> str:
        return self.season.name if self.season else "All seasons"

    @property
    def slug(self) -> str:
        return self.season.slug if self.season else ALL


def _period(asked: Mapping[str, Any], now: datetime) -> Period:
    seasons = list(Season.objects.order_by("-begins_on"))
    game = asked.get("game", "")
    chosen = next((season for season in seasons if season.slug == asked.get("season")), None)
    if chosen is None and asked.get("season") != ALL:
        chosen = queries.current_season(now)
    return Period(game if game in SYSTEMS else next(iter(SYSTEMS)), chosen, seasons)


@dataclass(frozen=True, slots=True)
class Sums:
    """Some results added up; those of corrections count in the net only."""

    rubbers: int
    won: int
    net: int
    best: int | None
    worst: int | None

    @property
    def average(self) -> float | None:
        return self.net / self.rubbers if self.rubbers else None

    @property
    def share(self) -> float | None:
        return self.won / self.rubbers if self.rubbers else None


def _sums(results: Sequence[Result]) -> Sums:
    points = [result.points for result in results if not result.is_correction]
    return Sums(
        rubbers=len(points) - sum(result.is_correction for result in results),
        won=sum(won > 0 for won in points) - sum(result.points < 0 for result in results if result.is_correction),
        net=sum(result.points for result in results),
        best=max(points, default=None),
        worst=min(points, default=None),
    )


def member_context(member: Member, asked: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    period = _period(asked, now)
    results = results_of(member, period.game, period.season)
    return _context(period, results) | {
        "member": member,
        "games": _games_of(member),
        "skill": queries.skills_at(period.game, member).get(member.pk),
        "partners": with_partners(results),
        "opponents": against_opponents(results),
        "declarer": as_declarer(member, period.game, period.season),
        "few": FEW,
    }


def pair_context(first: Member, second: Member, asked: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    period = _period(asked, now)
    results = results_of(first, period.game, period.season)
    together = [result for result in results if result.partner == second]
    against = [company for company in against_opponents(results) if company.member == second]
    return _context(period, together) | {"first": first, "second": second, "against": _only(against)}


def _only(companies: list[Company]) -> Company | None:
    return companies[0] if companies else None


def _context(period: Period, results: list[Result]) -> dict[str, Any]:
    totals = accumulate(result.points for result in results)
    return {
        "period": period,
        "game_title": SYSTEMS[period.game].title,
        "sums": _sums(results),
        "chart": chart([(result.points, _told(result)) for result in results]),
        "lines": list(zip(results, totals, strict=True))[::-1][:NEWEST],
        "left_out": max(len(results) - NEWEST, 0),
    }


def _games_of(member: Member) -> list[tuple[str, str]]:
    played = Transaction.objects.filter(postings__member=member).exclude(game="").values_list("game", flat=True)
    return [(game, SYSTEMS[game].title) for game in sorted(played.distinct())]


def _told(result: Result) -> str:
    """What a dot says: `21 Nov 2026: +810 with Cleo against Ben and Dan`."""
    told = f"{timezone.localtime(result.at):%-d %b %Y}: {signed(result.points)}"
    if result.partner is None:
        return told
    opponents = " and ".join(opponent.short_name for opponent in result.opponents)
    return f"{told} with {result.partner.short_name} against {opponents}"
