"""Template context of the pages of a member and of a pair."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple

from django.core.paginator import Paginator
from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext, pgettext

from clubscore.languages.spoken import told
from clubscore.ledger.models import Transaction
from clubscore.ledger.pages.folded import EveningOfRubbers
from clubscore.members.models import Member
from clubscore.standings.charts import Bars, Chart, bars, chart
from clubscore.standings.profiles.declarer import AsDeclarer, Contracts, as_declarer
from clubscore.standings.profiles.duplicate import duplicate_context
from clubscore.standings.profiles.member_rank import place_of
from clubscore.standings.profiles.period import ProfilePeriod, period_of
from clubscore.standings.profiles.results import (
    OpponentTotals,
    RubberResult,
    against_opponents,
    ids_of,
    results_of,
    with_partners,
)
from clubscore.standings.rating.queries import skills_at
from clubscore.web.sorting import Key, Sorter
from clubscore.web.templatetags.scores import signed
from clubscore.web.templatetags.sentences import all_of
from scoring import SYSTEMS

FEW = 5  # fewer rubbers than this say nothing yet
PAGE_SIZE = 20  # rubbers
BARS = 10
EVENINGS = 5


class ResultLine(NamedTuple):
    """A line of a member's table of rubbers: the result of a rubber, and the running total after it."""

    result: RubberResult
    total: int


@dataclass(frozen=True, slots=True)
class ResultLines:
    """The lines of a member's table of rubbers that one page of the table shows."""

    rows: Sequence[ResultLine]

    @property
    def facts(self) -> Hashable:
        """The values that the lines show. They are the key under which the HTML of the lines is cached."""
        return tuple((line.result.facts, line.total) for line in self.rows)


_COLUMNS: Mapping[str, Key[OpponentTotals]] = {
    "name": lambda totals: totals.member.name.casefold(),
    "rubbers": lambda totals: totals.rubbers,
    "average": lambda totals: totals.average,
    "net": lambda totals: totals.net,
}
PARTNERS: Sorter[OpponentTotals] = Sorter("partners", _COLUMNS)
OPPONENTS: Sorter[OpponentTotals] = Sorter("opponents", _COLUMNS)
RUBBERS: Sorter[ResultLine] = Sorter(
    "rubbers",
    {
        "when": lambda line: line.result.at.timestamp(),
        "points": lambda line: line.result.points,
    },
)


@dataclass(frozen=True, slots=True)
class Companies:
    """The table of a member's partners in a period, or the table of the member's opponents."""

    kind: str
    """The kind of the table: `partners` or `opponents`."""
    member: Member
    period: ProfilePeriod
    rows: Sequence[OpponentTotals]
    few: ClassVar[int] = FEW

    @property
    def facts(self) -> Hashable:
        """The values that the table shows. They are the key under which the HTML of the table is cached."""
        rows = tuple(row.facts for row in self.rows)
        return (self.kind, self.member.pk, self.period.slug, self.period.game, rows)


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of some results. `best` and `worst` are points of one rubber; corrections are left out of both."""

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


@dataclass(frozen=True)
class Course:
    """The running total of some results, to be drawn as a curve."""

    slug: str
    """The slug of the period."""
    results: Sequence[RubberResult]
    sums: Sums

    @property
    def facts(self) -> Hashable:
        """The values that the curve shows. They are the key under which the drawn curve is cached."""
        return (self.slug, tuple(result.facts for result in self.results))

    @cached_property
    def chart(self) -> Chart | None:
        day = gettext("j M Y")
        return chart([(result.points, _label(result, day)) for result in self.results])


def sums_of(results: Sequence[RubberResult]) -> Sums:
    """The sums of these results.

    A correction, which takes back an earlier rubber, lowers the number of rubbers. If its points are minus, it takes
    back a rubber won, and lowers the number of wins, too.
    """
    points = [result.points for result in results if not result.is_correction]
    taken_back = [result.points for result in results if result.is_correction]
    wins = sum(won > 0 for won in points)
    wins_taken_back = sum(lost < 0 for lost in taken_back)
    return Sums(
        rubbers=len(points) - len(taken_back),
        won=wins - wins_taken_back,
        net=sum(points) + sum(taken_back),
        best=max(points, default=None),
        worst=min(points, default=None),
    )


def last_evenings(results: Sequence[RubberResult]) -> list[EveningOfRubbers]:
    """The last EVENINGS evenings with rubbers among `results`, newest first. Corrections are left out."""
    points_of: dict[date, list[int]] = {}
    for result in results:
        if not result.is_correction:
            points_of.setdefault(result.day, []).append(result.points)
    evenings = []
    for day in sorted(points_of, reverse=True)[:EVENINGS]:
        points = points_of[day]
        evenings.append(EveningOfRubbers(day, len(points), sum(points)))
    return evenings


def best_partner(partners: Sequence[OpponentTotals]) -> OpponentTotals | None:
    """The partner with whom the member won most per rubber; None if no partner has at least FEW rubbers."""
    often = [totals for totals in partners if totals.rubbers >= FEW]
    return max(often, key=lambda totals: totals.average, default=None)


def _opened(params: Mapping[str, Any]) -> set[str]:
    """The lists that are unfolded: those that the reader has sorted, or of which the reader asks for a page."""
    opened = {PARTNERS.param, OPPONENTS.param, RUBBERS.param} & set(params)
    if "page" in params:
        opened.add(RUBBERS.param)
    return opened


def member_context(
    member: Member, params: Mapping[str, Any], now: datetime
) -> dict[str, Any]:
    """Template context of the page of a member. `member` is the record that stands for the person."""
    period = period_of(params, now)
    records = ids_of(member)
    results = results_of(records, period.game, period.season)
    declarer = as_declarer(records, results)
    partners = PARTNERS.sorted(with_partners(results), params)
    opponents = OPPONENTS.sorted(against_opponents(results), params)
    return (
        _context(period, results, params)
        | {
            "member": member,
            "games": _games_of(records),
            "place": place_of(member.pk, period.season, period.game)
            if period.season
            else None,
            "skill": skills_at(period.game, member).get(member.pk),
            "partners": Companies("partners", member, period, partners),
            "partners_heads": PARTNERS.heads(params, "companies-partners"),
            "opponents": Companies("opponents", member, period, opponents),
            "opponents_heads": OPPONENTS.heads(params, "companies-opponents"),
            "declarer": declarer,
            "contracts_by_kind": _by_kind(declarer),
            "few": FEW,
            "evenings": last_evenings(results),
            "best_partner": best_partner(partners),
            "opened": _opened(params),
        }
        | duplicate_context(member, records, period)
    )


def _by_kind(declarer: AsDeclarer) -> list[tuple[str, Contracts]]:
    return [
        (pgettext("contracts", "All"), declarer.all),
        (pgettext("contracts", "Doubled"), declarer.doubled),
        (pgettext("contracts", "Slams"), declarer.slams),
    ]


def pair_context(
    first: Member, second: Member, params: Mapping[str, Any], now: datetime
) -> dict[str, Any]:
    """Template context of the page of a pair: their rubbers together, and the totals of their rubbers as opponents."""
    period = period_of(params, now)
    results = results_of(ids_of(first), period.game, period.season)
    opponents = {totals.member: totals for totals in against_opponents(results)}
    return _context(period, together(results, second), params) | {
        "first": first,
        "second": second,
        "against": opponents.get(second),
    }


def together(results: Sequence[RubberResult], partner: Member) -> list[RubberResult]:
    return [result for result in results if result.partner == partner]


def lines_of(
    results: Sequence[RubberResult], params: Mapping[str, Any]
) -> list[ResultLine]:
    """The rubbers with their running totals, newest first, or in the order that the reader chose."""
    totals = accumulate(result.points for result in results)
    lines = list(map(ResultLine, results, totals))
    lines.reverse()
    return RUBBERS.sorted(lines, params)


def newest_bars(results: Sequence[RubberResult]) -> Bars | None:
    """The last BARS results as bars, oldest first; None without results."""
    day = gettext("j M Y")
    return bars([(result.points, _label(result, day)) for result in results[-BARS:]])


def _context(
    period: ProfilePeriod, results: list[RubberResult], params: Mapping[str, Any]
) -> dict[str, Any]:
    sums = sums_of(results)
    page = Paginator(lines_of(results, params), PAGE_SIZE).get_page(params.get("page"))
    return {
        "period": period,
        "game_title": told(SYSTEMS[period.game].title),
        "sums": sums,
        "bars": newest_bars(results),
        "course": Course(period.slug, results, sums),
        "page": page,
        "lines": ResultLines(list(page.object_list)),
        "lines_heads": RUBBERS.heads(params, "rubber-lines"),
    }


def _games_of(records: Collection[int]) -> list[tuple[str, str]]:
    """The key and the title of each game that the person has played."""
    bookings = Transaction.objects.filter(postings__member__in=records).exclude(game="")
    games = bookings.values_list("game", flat=True).distinct()
    return [(game, told(SYSTEMS[game].title)) for game in sorted(games)]


def _label(result: RubberResult, day: str) -> str:
    """The label of a dot: `21 Nov 2026: +810 with Cleo against Ben and Dan`; `day` is the format of its day."""
    words = {
        "day": formatted(timezone.localtime(result.at), day),
        "points": signed(result.points),
    }
    if result.partner is None:
        return "{day}: {points}".format_map(words)
    words |= {
        "partner": result.partner.short_name,
        "opponents": all_of(result.opponents, "short_name"),
    }
    return gettext("%(day)s: %(points)s with %(partner)s against %(opponents)s") % words
