"""Reads of a season's standings of duplicate. They read published results and score nothing again."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Case, Exists, Max, Min, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from clubscore.calendar import evening_of
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.published import moment_of
from clubscore.duplicate.results.publishing.queries import (
    newest_of_days,
    unpublished_of_days,
    won_in,
)
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.standings.models import DuplicateTerms, FinalPercentage, FinalSession
from clubscore.standings.ranking.percentages import (
    Counting,
    PercentFigures,
    PercentPlace,
    PercentPlaced,
    in_per_cent,
    mean,
    rank_percents,
)
from clubscore.standings.ranking.ranks import Least
from scoring.duplicate.correction_period import Moment

Percentages = Mapping[int, Sequence[int]]
"""The percentages of each member's sessions in the order of play, in ten-thousandths of a per cent, by member's id."""


def duplicate_terms_of(season: Season) -> DuplicateTerms:
    """The season's own terms of duplicate; if none are stored, unsaved terms with the default values."""
    return DuplicateTerms.objects.filter(season=season).first() or DuplicateTerms(
        season=season
    )


def days_of(season: Season) -> tuple[date, date | None]:
    """The first day of a season's sessions, and the first day of the next season (None for the newest season).

    For the club's first season the first day is `date.min`, so that the season also has all earlier sessions. Takes one
    statement.
    """
    neighbours = Season.objects.aggregate(
        before=Max("begins_on", filter=Q(begins_on__lt=season.begins_on)),
        until=Min("begins_on", filter=Q(begins_on__gt=season.begins_on)),
    )
    first = season.begins_on if neighbours["before"] else date.min
    return first, neighbours["until"]


def has_duplicate(season: Season) -> bool:
    """True if the season has a published session that counts.

    For a closed season, true if its final table has a session.
    """
    if season.is_closed:
        return FinalSession.objects.filter(season=season).exists()
    return bool(_PUBLISHED.find(season.begins_on))


def _published_from(begins_on: date) -> QuerySet[Session, int]:
    """Select the id of one published session of the season that begins on that day; empty if it has no such session."""
    later = Season.objects.filter(begins_on__gt=begins_on).order_by("begins_on")
    following = Subquery(later.values("begins_on")[:1])
    has_earlier = Exists(Season.objects.filter(begins_on__lt=begins_on))
    first = Case(When(has_earlier, then=Value(begins_on)), default=Value(date.min))
    sessions = Session.objects.counted().filter(
        day__gte=first, day__lt=Coalesce(following, date.max)
    )
    return sessions.filter(publications__number=1).values_list("pk", flat=True)[:1]


_PUBLISHED: PreparedLookup[int] = PreparedLookup(
    _published_from, Season._meta.get_field("begins_on")
)


@dataclass(frozen=True, slots=True)
class Counted:
    """The published sessions of a season, with the percentages of every player."""

    publications: Sequence[Publication]
    percentages: Percentages
    having: Set[int]
    """The ids of the publications that have percentages, unlike publications in IMPs or total points."""
    masterpoints: Mapping[int, int] = field(default_factory=dict)
    """The sum of the masterpoints of each person, in hundredths, by the id of the person."""

    @property
    def sessions(self) -> int:
        """The number of sessions that count, because they have percentages."""
        return len(self.having)

    @property
    def without(self) -> int:
        """The number of published sessions that do not count, because they have no percentages."""
        return len(self.publications) - len(self.having)

    def provisional(self, now: datetime) -> int:
        """The number of sessions that count and are still provisional: their results may still be corrected."""
        provisional = 0
        for publication in self.publications:
            if publication.pk in self.having:
                moment = moment_of(publication.session, publication, now)
                provisional += moment is not Moment.PERIOD_OVER
        return provisional


def counted_in(season: Season) -> Counted:
    """The published sessions of a season with their percentages.

    For a closed season they are the publications from which its final table was made. The number of SQL statements does
    not grow with the number of sessions.
    """
    return counted_of(publications_of(season), canonical_ids())


def publications_of(season: Season) -> list[Publication]:
    """The publications that count in the season, in the order of play.

    They are the newest publication of each session that is not friendly; for a closed season, the publications of its
    final table.
    """
    if not season.is_closed:
        newest = newest_of_days(*days_of(season))
        return [row for row in newest if not row.session.is_friendly]
    rows = (
        FinalSession.objects.filter(season=season)
        .select_related("publication__session")
        .order_by("pk")
    )
    return [row.publication for row in rows]


def counted_of(
    publications: Sequence[Publication], people: Mapping[int, int]
) -> Counted:
    """The percentages and masterpoints of these publications. `people` maps a merged record to its person.

    If a person has two results in one session, the higher figures count.
    """
    if not publications:
        return Counted(publications, {}, set())
    order = {publication.pk: index for index, publication in enumerate(publications)}
    percents: dict[int, dict[int, int]] = {}
    points: dict[int, dict[int, int]] = {}
    having = set()
    for won in won_in(order):
        person = people.get(won.member, won.member)
        index = order[won.publication]
        if won.percent is not None:
            having.add(won.publication)
            _keep_higher(percents.setdefault(person, {}), index, won.percent)
        if won.masterpoints:
            _keep_higher(points.setdefault(person, {}), index, won.masterpoints)
    sums = {person: sum(of_session.values()) for person, of_session in points.items()}
    return Counted(publications, _in_order_of_play(percents), having, sums)


def _keep_higher(by_index: dict[int, int], index: int, figure: int) -> None:
    """Keep the figure of a session, unless the person has a higher figure in the session already."""
    by_index[index] = max(figure, by_index.get(index, figure))


def _in_order_of_play(by_person: Mapping[int, Mapping[int, int]]) -> Percentages:
    """The percentages of each person, sorted by the index of the session."""
    percentages = {}
    for person, by_index in by_person.items():
        percentages[person] = [percent for _index, percent in sorted(by_index.items())]
    return percentages


def figures_of(counted: Counted, counting: Counting) -> list[PercentFigures]:
    """The figures of each member who has percentages, with the member's present name.

    `counting` says which of a member's sessions count. Takes one statement.
    """
    percentages = counted.percentages
    rows = Member.objects.filter(pk__in=percentages).values_list(
        "pk", "name", "is_guest"
    )
    members = []
    for pk, name, is_guest in rows:
        figures = _figures(pk, name, is_guest, percentages[pk], counting)
        points = counted.masterpoints.get(pk, 0)
        members.append(figures._replace(masterpoints=points))
    return members


class Final(NamedTuple):
    """The table of duplicate of a season that is about to be closed, with its terms and publications."""

    terms: DuplicateTerms
    publications: Sequence[Publication]
    figures: list[PercentFigures]


def as_it_stands(season: Season) -> Final:
    """The present table of duplicate of a season that the caller has locked and is about to close."""
    terms = duplicate_terms_of(season)
    counted = counted_in(season)
    return Final(terms, counted.publications, figures_of(counted, terms.counting))


def _figures(
    pk: int, name: str, is_guest: bool, own: Sequence[int], counting: Counting
) -> PercentFigures:
    """A member's figures from `own`, the percentages of the member's sessions in the order of play."""
    counted = counting.counted(own)
    return PercentFigures(
        member_id=pk,
        name=name,
        is_guest=is_guest,
        sessions=len(own),
        counted=len(counted),
        percent=mean(counted),
        best=in_per_cent(max(own)),
    )


def lines_by_terms(
    season: Season, terms: DuplicateTerms, counted: Counted
) -> list[PercentPlaced]:
    """The lines of the table by the season's own terms; for a closed season, the published lines."""
    if season.is_closed:
        return published_lines(season, terms)
    return ranked(figures_of(counted, terms.counting), terms)


def published_lines(season: Season, terms: DuplicateTerms) -> list[PercentPlaced]:
    """The lines of the final table of a closed season, as they were published."""
    rows = FinalPercentage.objects.filter(season=season).order_by("pk")
    published = {row.member_id: row.rank for row in rows}
    lines = ranked((_published(row) for row in rows), terms)
    return [line._replace(rank=published[line.figures.member_id]) for line in lines]


def _published(row: FinalPercentage) -> PercentFigures:
    return PercentFigures(
        member_id=row.member_id,
        name=row.name,
        is_guest=row.is_guest,
        sessions=row.sessions,
        counted=row.counted,
        percent=in_per_cent(row.percent),
        best=in_per_cent(row.best),
        masterpoints=row.masterpoints,
    )


def ranked(
    figures: Iterable[PercentFigures], terms: DuplicateTerms
) -> list[PercentPlaced]:
    """The lines of the table that these figures make, ranked by these terms."""
    return rank_percents(
        figures,
        least=Least.parse(terms.least),
        guests=terms.guests,
        by=terms.counting.by,
    )


def place_of(member_id: int, season: Season) -> PercentPlace | None:
    """A person's place by the season's own terms; None if the table has no line for the person."""
    terms = duplicate_terms_of(season)
    lines = lines_by_terms(season, terms, counted_in(season))
    own = next((line for line in lines if line.figures.member_id == member_id), None)
    if own is None:
        return None
    with_rank = sum(line.rank is not None for line in lines)
    return PercentPlace(own, with_rank, terms.counting)


def unpublished_in(season: Season, now: datetime) -> QuerySet[Session]:
    """The sessions of a season that have no published results, and have begun or can still begin.

    A session can begin until its day is over. Cancelled and friendly sessions are left out. Empty for the
    newest season, which has no end yet.
    """
    first, until = days_of(season)
    if until is None:
        return Session.objects.none()
    return unpublished_of_days(first, until, evening_of(now))
