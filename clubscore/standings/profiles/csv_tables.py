"""The tables on the pages of a member and of a pair, for spreadsheets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from clubscore.members.models import Member
from clubscore.standings.profiles.context import (
    OPPONENTS,
    PARTNERS,
    ResultLine,
    lines_of,
    together,
)
from clubscore.standings.profiles.declarer import Contracts, as_declarer
from clubscore.standings.profiles.period import ProfilePeriod, period_of
from clubscore.standings.profiles.results import (
    OpponentTotals,
    against_opponents,
    ids_of,
    results_of,
    with_partners,
)
from clubscore.web.clock import moment
from clubscore.web.csv import Cell, rounded

Table = tuple[Sequence[str], Iterator[Sequence[Cell]]]
OF_RUBBERS = (
    *(
        "season",
        "game",
        "posted_at",
        "rubber_id",
        "description",
        "partner_id",
        "partner_name",
        "opponent_ids",
    ),
    *("opponent_names", "net_posted", "total"),
)
OF_OPPONENT = (
    "season",
    "game",
    "member_id",
    "name",
    "rubbers",
    "won",
    "net_posted",
    "per_rubber",
)
OF_CONTRACTS = (
    *(
        "season",
        "game",
        "contracts",
        "bid",
        "made",
        "overtricks",
        "undertricks",
        "penalty_points",
    ),
    "largest_penalty",
)


def _season(period: ProfilePeriod) -> str:
    """The name of the period's season; for a period of all time the text `All seasons`.

    The text is not translated, because other programs read it.
    """
    return period.season.name if period.season else "All seasons"


def rubbers_table(member: Member, params: Mapping[str, Any], now: datetime) -> Table:
    """The header and the rows of a table of all the member's rubbers in the period, not only of those on one page."""
    period = period_of(params, now)
    results = results_of(ids_of(member), period.game, period.season)
    lines = lines_of(results, params)
    return OF_RUBBERS, (_rubber(period, line) for line in lines)


def pair_table(
    first: Member, second: Member, params: Mapping[str, Any], now: datetime
) -> Table:
    """The header and the rows of a table of the rubbers that the two members played as partners in the period."""
    period = period_of(params, now)
    results = results_of(ids_of(first), period.game, period.season)
    lines = lines_of(together(results, second), params)
    return OF_RUBBERS, (_rubber(period, line) for line in lines)


def _rubber(period: ProfilePeriod, line: ResultLine) -> Sequence[Cell]:
    result, total = line
    partner = result.partner
    return (
        _season(period),
        period.game,
        moment(result.at),
        result.rubber_id,
        result.description,
        partner.pk if partner else None,
        partner.name if partner else None,
        ";".join(str(opponent.pk) for opponent in result.opponents),
        ";".join(opponent.name for opponent in result.opponents),
        result.points,
        total,
    )


def partners_table(member: Member, params: Mapping[str, Any], now: datetime) -> Table:
    period = period_of(params, now)
    results = results_of(ids_of(member), period.game, period.season)
    partners = PARTNERS.sorted(with_partners(results), params)
    return OF_OPPONENT, (_totals_row(period, totals) for totals in partners)


def opponents_table(member: Member, params: Mapping[str, Any], now: datetime) -> Table:
    period = period_of(params, now)
    results = results_of(ids_of(member), period.game, period.season)
    opponents = OPPONENTS.sorted(against_opponents(results), params)
    return OF_OPPONENT, (_totals_row(period, totals) for totals in opponents)


def _totals_row(period: ProfilePeriod, totals: OpponentTotals) -> Sequence[Cell]:
    return (
        _season(period),
        period.game,
        totals.member.pk,
        totals.member.name,
        totals.rubbers,
        totals.won,
        totals.net,
        rounded(totals.average),
    )


def declarer_table(member: Member, params: Mapping[str, Any], now: datetime) -> Table:
    """The header and the rows of a table about the member as declarer in the period.

    It has a row for all contracts, a row for doubled contracts, and a row for slams.
    """
    period = period_of(params, now)
    records = ids_of(member)
    results = results_of(records, period.game, period.season)
    play = as_declarer(records, results)
    kinds = {"all": play.all, "doubled": play.doubled, "slams": play.slams}
    return OF_CONTRACTS, (
        _contracts(period, kind, contracts) for kind, contracts in kinds.items()
    )


def _contracts(
    period: ProfilePeriod, kind: str, contracts: Contracts
) -> Sequence[Cell]:
    return (
        _season(period),
        period.game,
        kind,
        contracts.bid,
        contracts.made,
        contracts.over,
        contracts.under,
        contracts.penalties,
        contracts.deepest,
    )


TABLES: Mapping[str, Callable[[Member, Mapping[str, Any], datetime], Table]] = {
    "rubbers": rubbers_table,
    "partners": partners_table,
    "opponents": opponents_table,
    "declarer": declarer_table,
}
