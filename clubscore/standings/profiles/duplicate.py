"""A member's sessions of duplicate, as they were last published. They are not mixed with the figures of rubbers."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.published import (
    figure_of,
    percentage_of,
    place_of_row,
)
from clubscore.duplicate.results.masterpoints.words import masterpoints_in_words
from clubscore.duplicate.results.publishing.queries import published_rows_of
from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from clubscore.standings.duplicate.queries import place_of
from clubscore.standings.profiles.period import ProfilePeriod, days_of
from scoring.contest.rounding import two_decimals

FEW_BOARDS = 30  # fewer say nothing about anybody: no mean is shown


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A member's result in one published session of duplicate."""

    session: Session
    partners: tuple[Member, ...]
    place: str
    field: int
    """The number of entries in the list that gives the place."""
    figure: str
    is_percentage: bool
    """True if `figure` is a percentage; False if it is a score, such as victory points."""
    percent: Fraction | None
    """The percentage that the standings count; None for IMPs and total points."""
    boards: int
    masterpoints: int
    """The masterpoints of the session in hundredths; 0 if the member won none."""


@dataclass(frozen=True, slots=True)
class SessionFigures:
    """The sums of some of a member's sessions: of all sessions, or of the sessions with one partner."""

    sessions: int
    boards: int
    percents: tuple[Fraction, ...]
    masterpoints: int = 0
    """The sum of the masterpoints, in hundredths."""

    @property
    def masterpoints_written(self) -> str:
        """The sum of the masterpoints with two decimals, such as `3.45`; empty if there are none."""
        return masterpoints_in_words(self.masterpoints)

    @property
    def mean(self) -> str:
        """The mean of the percentages of the sessions; empty if there are none, or for fewer than FEW_BOARDS boards."""
        if self.boards < FEW_BOARDS or not self.percents:
            return ""
        mean = sum(self.percents, Fraction()) / len(self.percents)
        return figure(two_decimals(mean))

    @property
    def range(self) -> str:
        """The lowest and the highest percentage, such as `41.67 to 62.50`; empty if no mean is shown."""
        if not self.mean:
            return ""
        return _("%(least)s to %(most)s") % {
            "least": figure(two_decimals(min(self.percents))),
            "most": figure(two_decimals(max(self.percents))),
        }


def duplicate_context(
    member: Member, records: Collection[int], period: ProfilePeriod
) -> dict[str, object]:
    """Template context about duplicate: one person's sessions in a period, newest first, the partners, and the place.

    `records` are the ids of the person's records. The place is the person's place in the standings of the period's
    season. Takes two statements if the period has no season, and only one if the person has no sessions.
    """
    played = _sessions_of(member, records, period)
    place = None
    if played and period.season:
        place = place_of(member.pk, period.season)
    return {
        "duplicate": played,
        "duplicate_figures": figures_of(played),
        "duplicate_partners": _partners(played),
        "few_boards": FEW_BOARDS,
        "duplicate_place": place,
    }


def _partners(played: Iterable[PlayedSession]) -> list[tuple[Member, SessionFigures]]:
    """Each partner with the figures of the sessions together that count, most sessions first."""
    together: dict[Member, list[PlayedSession]] = defaultdict(list)
    for session in played:
        if session.session.is_friendly:
            continue
        for partner in session.partners:
            together[partner].append(session)
    partners = [
        (partner, figures_of(sessions)) for partner, sessions in together.items()
    ]

    def order(item: tuple[Member, SessionFigures]) -> tuple[int, str, int]:
        partner, figures = item
        return -figures.sessions, partner.name, partner.pk

    return sorted(partners, key=order)


def figures_of(played: Sequence[PlayedSession]) -> SessionFigures:
    """The sums of these sessions without the friendly sessions, which count nowhere."""
    counted = [each for each in played if not each.session.is_friendly]
    boards = sum(session.boards for session in counted)
    percents = tuple(
        session.percent for session in counted if session.percent is not None
    )
    return SessionFigures(len(counted), boards, percents, _masterpoints_of(counted))


def _masterpoints_of(played: Iterable[PlayedSession]) -> int:
    """The sum of the masterpoints of these sessions. Of two results in a session, the higher number counts."""
    won: dict[int, int] = {}
    for each in played:
        pk = each.session.pk
        won[pk] = max(each.masterpoints, won.get(pk, 0))
    return sum(won.values())


def _sessions_of(
    member: Member, records: Collection[int], period: ProfilePeriod
) -> list[PlayedSession]:
    first, end = date.min, date.max
    if period.season:
        first, end = days_of(period.season, period.seasons)
    rows = published_rows_of(member.pk, first, end)
    sessions = [_played(row, records) for row in rows]
    return sorted(
        sessions,
        key=lambda played: (played.session.day, played.session.pk),
        reverse=True,
    )


def _played(row: PublishedRow, records: Collection[int]) -> PlayedSession:
    partners = [
        player
        for player in row.players.all()
        if player.counts and player.member_id not in records
    ]
    return PlayedSession(
        session=row.publication.session,
        partners=tuple(player.member.canonical for player in partners),
        place=place_of_row(row),
        field=row.field,  # type: ignore[attr-defined]  # as published_rows_of counts it
        figure=figure_of(row, row.publication.session.contest_rules),
        is_percentage=row.percent is not None,
        percent=percentage_of(row),
        boards=row.boards,
        masterpoints=row.masterpoints or 0,
    )
