"""Template context of the page with a member's boards in figures."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.standings.boards.estimate import FEW_BOARDS
from clubscore.standings.boards.groups import (
    BoardOfPlayer,
    BoardRole,
    ContractLevel,
    LeadKind,
    by_doubled,
    by_lead,
    by_level,
    by_role,
    by_strain,
    grouped,
    of_unit,
    own_boards,
)
from clubscore.standings.boards.lines import FigureLine, FigureTable, line_of
from clubscore.standings.boards.period import BoardsPeriod, boards_period
from clubscore.standings.boards.played import AwardUnit
from clubscore.standings.boards.queries import publications_with
from clubscore.standings.boards.remembered import boards_in
from clubscore.standings.profiles.results import ids_of
from scoring import Strain

ROLES: Mapping[BoardRole, Any] = {
    BoardRole.DECLARER: pgettext_lazy("a player's part in a board", "Declarer"),
    BoardRole.DUMMY: pgettext_lazy("a player's part in a board", "Dummy"),
    BoardRole.DEFENDER: pgettext_lazy("a player's part in a board", "Defender"),
    BoardRole.PASSED_OUT: pgettext_lazy("a player's part in a board", "Passed out"),
}
STRAINS = (
    Strain.NOTRUMP,
    Strain.SPADES,
    Strain.HEARTS,
    Strain.DIAMONDS,
    Strain.CLUBS,
)
LEVELS: Mapping[ContractLevel, Any] = {
    ContractLevel.PART_SCORE: pgettext_lazy("contracts", "Part-scores"),
    ContractLevel.GAME: pgettext_lazy("contracts", "Games"),
    ContractLevel.SLAM: pgettext_lazy("contracts", "Slams"),
}
LEADS: Mapping[LeadKind, Any] = {
    LeadKind.MAJOR_TO_NOTRUMP: _("A major suit against no-trump"),
    LeadKind.MINOR_TO_NOTRUMP: _("A minor suit against no-trump"),
    LeadKind.TRUMP: _("A trump"),
    LeadKind.SIDE_SUIT: _("Another suit against a trump contract"),
    LeadKind.HONOUR: _("An honour, ten to ace"),
    LeadKind.LOW: _("A card below the ten"),
}


@dataclass(frozen=True, slots=True)
class UnitFigures:
    """All figures in one unit: of all boards, and in tables."""

    unit: AwardUnit
    title: str
    all: FigureLine
    tables: Sequence[FigureTable]


def boards_context(
    member: Member, params: Mapping[str, Any], now: datetime
) -> dict[str, Any]:
    """Template context of the figures of a member's boards in a period.

    `member` is the record that stands for the person. A member who was erased has no figures.
    """
    period = boards_period(params, now)
    boards: list[BoardOfPlayer] = []
    if member.erased_at is None:
        boards = _boards_of(member, period)
    partners = _persons({own.partner for own in boards})
    units = []
    for unit in AwardUnit:
        if own := of_unit(boards, unit):
            units.append(_figures(unit, own, partners))
    return {
        "member": member,
        "period": period,
        "units": units,
        "few_boards": FEW_BOARDS,
    }


def _boards_of(member: Member, period: BoardsPeriod) -> list[BoardOfPlayer]:
    records = ids_of(member)
    boards: list[BoardOfPlayer] = []
    for played in boards_in(publications_with(records, period.first, period.end)):
        boards += own_boards(played, records)
    return boards


def _persons(records: Iterable[int | None]) -> Mapping[int, Member]:
    """The persons behind these records, by the id of the record. Takes one statement, and none without records."""
    pks = [pk for pk in records if pk is not None]
    if not pks:
        return {}
    members = Member.objects.filter(pk__in=pks).select_related("merged_into")
    return {member.pk: member.canonical for member in members}


def _figures(
    unit: AwardUnit, boards: Collection[BoardOfPlayer], partners: Mapping[int, Member]
) -> UnitFigures:
    title = gettext("In IMPs a board")
    if unit is AwardUnit.PERCENT:
        title = gettext("In per cent")
    every = line_of(gettext("All boards"), [own.award for own in boards], unit)
    tables = [
        _roles(unit, boards),
        _contracts(unit, boards),
        _leads(unit, boards),
        _partners(unit, boards, partners),
    ]
    shown = [table for table in tables if table.lines]
    return UnitFigures(unit, title, every, shown)


def _lines(
    unit: AwardUnit,
    boards: Iterable[BoardOfPlayer],
    of: Callable[[BoardOfPlayer], Iterable[object]],
    labels: Mapping[Any, object],
) -> list[FigureLine]:
    """A line for each group that has boards, in the order of `labels`."""
    groups = grouped(boards, of)
    return [
        line_of(str(label), groups[group], unit)
        for group, label in labels.items()
        if group in groups
    ]


def _roles(unit: AwardUnit, boards: Collection[BoardOfPlayer]) -> FigureTable:
    lines = _lines(unit, boards, by_role, ROLES)
    about = pgettext("of a player in a board", "Part")
    title = gettext("As declarer, dummy and defender")
    return FigureTable(f"{unit}-parts", title, about, lines)


def _contracts(unit: AwardUnit, boards: Collection[BoardOfPlayer]) -> FigureTable:
    """The table of the contracts that the member declared: by strain, by level, and those that were doubled."""
    strains = {strain: told(strain.symbol) for strain in STRAINS}
    doubled = {True: pgettext("contracts", "Doubled")}
    lines = [
        *_lines(unit, boards, by_strain, strains),
        *_lines(unit, boards, by_level, LEVELS),
        *_lines(unit, boards, by_doubled, doubled),
    ]
    about = pgettext("bridge", "Contract")
    return FigureTable(f"{unit}-contracts", gettext("As declarer"), about, lines)


def _leads(unit: AwardUnit, boards: Collection[BoardOfPlayer]) -> FigureTable:
    lines = _lines(unit, boards, by_lead, LEADS)
    about = pgettext("bridge", "Lead")
    return FigureTable(f"{unit}-leads", gettext("Opening leads"), about, lines)


def _partners(
    unit: AwardUnit, boards: Collection[BoardOfPlayer], partners: Mapping[int, Member]
) -> FigureTable:
    """The table of partners, who played most boards first."""
    awards: dict[Member, list[Fraction]] = defaultdict(list)
    for own in boards:
        if own.partner is not None:
            awards[partners[own.partner]].append(own.award)
    lines = [
        line_of(partner.name, of_partner, unit, partner)
        for partner, of_partner in awards.items()
    ]

    def order(line: FigureLine) -> tuple[int, str, int]:
        assert line.member
        return -line.boards, line.label, line.member.pk

    about = gettext("Partner")
    lines.sort(key=order)
    return FigureTable(f"{unit}-partners", gettext("By partner"), about, lines)
