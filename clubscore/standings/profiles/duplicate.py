"""A member's sessions of duplicate, as they were published last: beside the figures of rubbers, not mixed with them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.published import figure_of, percentage_of, place_of_row
from clubscore.duplicate.results.publishing.queries import published_rows_of
from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from clubscore.standings.duplicate.queries import place_of
from clubscore.standings.profiles.period import Period
from scoring.contest.rounding import two_decimals

FEW_BOARDS = 30  # fewer say nothing about anybody: no mean is shown


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A session in which a member has a place."""

    session: Session
    partners: tuple[Member, ...]
    place: str
    field: int
    """The number of entries in the list of that place."""
    figure: str
    is_percentage: bool
    """Whether the figure is one; else it is the score, such as victory points."""
    percent: Fraction | None
    """As the standings count it; None of IMPs and total points."""
    boards: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Sessions together, of all or with one partner."""

    sessions: int
    boards: int
    percents: tuple[Fraction, ...]

    @property
    def mean(self) -> str:
        """The mean of the percentages of the sessions; empty for fewer than FEW_BOARDS boards, or without any."""
        known = self.percents if self.boards >= FEW_BOARDS else ()
        return figure(two_decimals(sum(known, Fraction()) / len(known))) if known else ""

    @property
    def range(self) -> str:
        """`41.67 to 62.50`, beside a mean."""
        if not self.mean:
            return ""
        return _("%(least)s to %(most)s") % {
            "least": figure(two_decimals(min(self.percents))),
            "most": figure(two_decimals(max(self.percents))),
        }


def duplicate_context(member: Member, records: Collection[int], period: Period) -> dict[str, object]:
    """The sessions of one person in a period, the newest first, with whom, and the place in the season.

    Two statements without a season, one where there are none.
    """
    played = _sessions_of(records, period)
    together: dict[Member, list[PlayedSession]] = defaultdict(list)
    for each in played:
        for partner in each.partners:
            together[partner].append(each)
    partners = [(partner, figures_of(sessions)) for partner, sessions in together.items()]
    return {
        "duplicate": played,
        "duplicate_figures": figures_of(played),
        "duplicate_partners": sorted(partners, key=lambda each: (-each[1].sessions, each[0].name, each[0].pk)),
        "few_boards": FEW_BOARDS,
        "duplicate_place": place_of(member.pk, period.season) if played and period.season else None,
    }


def figures_of(played: Sequence[PlayedSession]) -> Figures:
    percents = tuple(each.percent for each in played if each.percent is not None)
    return Figures(len(played), sum(each.boards for each in played), percents)


def _sessions_of(records: Collection[int], period: Period) -> list[PlayedSession]:
    rows = published_rows_of(records)
    if period.season:
        if any(each.begins_on < period.season.begins_on for each in period.seasons):  # the first has the days before it
            rows = rows.filter(publication__session__day__gte=period.season.begins_on)
        if ends := _end_of(period):
            rows = rows.filter(publication__session__day__lt=ends)
    return sorted((_played(row, records) for row in rows), key=lambda each: (each.session.day, each.session.pk))[::-1]


def _end_of(period: Period) -> date | None:
    """The day on which the season after this one begins; None for the newest."""
    assert period.season
    later = [each.begins_on for each in period.seasons if each.begins_on > period.season.begins_on]
    return min(later, default=None)


def _played(row: PublishedRow, records: Collection[int]) -> PlayedSession:
    return PlayedSession(
        session=row.publication.session,
        partners=tuple(
            each.member.canonical for each in row.players.all() if each.counts and each.member_id not in records
        ),
        place=place_of_row(row),
        field=row.field,  # type: ignore[attr-defined]  # as published_rows_of counts it
        figure=figure_of(row, row.publication.session.contest_rules),
        is_percentage=row.percent is not None,
        percent=percentage_of(row),
        boards=row.boards,
    )
