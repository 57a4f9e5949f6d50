"""Reads of a season's standings of duplicate: of what was published. Nothing is folded."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Case, Exists, Max, Min, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from clubscore.calendar import evening_of
from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.published import moment_of
from clubscore.duplicate.results.publishing.queries import newest_of_days, percentages_in, unpublished_of_days
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
"""By member, the percentages of the sessions in the order of play, in ten-thousandths."""


def duplicate_terms_of(season: Season) -> DuplicateTerms:
    """The season's own terms of duplicate, or the defaults, not saved."""
    return DuplicateTerms.objects.filter(season=season).first() or DuplicateTerms(season=season)


def days_of(season: Season) -> tuple[date, date | None]:
    """The first day of which sessions count in a season, and the day on which the next begins, None for the newest.

    The first season of all has what was played before it, as it has the rubbers. One statement.
    """
    is_earlier, is_later = Q(begins_on__lt=season.begins_on), Q(begins_on__gt=season.begins_on)
    found = Season.objects.aggregate(
        before=Max("begins_on", filter=is_earlier), until=Min("begins_on", filter=is_later)
    )
    return season.begins_on if found["before"] else date.min, found["until"]


def has_duplicate(season: Season) -> bool:
    """Whether a session of the season was published; of a closed one, whether its final table has any."""
    if season.is_closed:
        return FinalSession.objects.filter(season=season).exists()
    return bool(_PUBLISHED.find(season.begins_on))


def _published_from(begins_on: date) -> QuerySet[Session, int]:
    """A session of the season that begins on that day, with published results."""
    following = Subquery(Season.objects.filter(begins_on__gt=begins_on).order_by("begins_on").values("begins_on")[:1])
    has_earlier = Exists(Season.objects.filter(begins_on__lt=begins_on))
    first = Case(When(has_earlier, then=Value(begins_on)), default=Value(date.min))
    sessions = Session.objects.current().filter(day__gte=first, day__lt=Coalesce(following, date.max))
    return sessions.filter(publications__number=1).values_list("pk", flat=True)[:1]


_PUBLISHED: PreparedLookup[int] = PreparedLookup(_published_from, Season._meta.get_field("begins_on"))


@dataclass(frozen=True, slots=True)
class Counted:
    """The sessions of a season that are published, and the percentages of everybody in them."""

    publications: Sequence[Publication]
    percentages: Percentages
    having: Set[int]
    """The publications that have percentages: not in IMPs, nor total points."""

    @property
    def sessions(self) -> int:
        """The number of sessions that count."""
        return len(self.having)

    @property
    def without(self) -> int:
        """The number of sessions without percentages."""
        return len(self.publications) - len(self.having)

    def provisional(self, now: datetime) -> int:
        """The number of sessions that count and are provisional still."""
        counting = (each for each in self.publications if each.pk in self.having)
        return sum(moment_of(each.session, each, now) is not Moment.PERIOD_OVER for each in counting)


def counted_in(season: Season) -> Counted:
    """The sessions that count in a season as published last; of a closed one as they were then. Three statements."""
    return counted_of(publications_of(season), canonical_ids())


def publications_of(season: Season) -> list[Publication]:
    """The newest publications of the season's sessions in the order of play, or those of its final table."""
    if not season.is_closed:
        return newest_of_days(*days_of(season))
    rows = FinalSession.objects.filter(season=season).select_related("publication__session").order_by("pk")
    return [row.publication for row in rows]


def counted_of(publications: Sequence[Publication], people: Mapping[int, int]) -> Counted:
    """The percentages of these, in their order. `people` names the person of each record that was merged."""
    order = {publication.pk: index for index, publication in enumerate(publications)}
    found: dict[int, dict[int, int]] = {}
    having = set()
    for member_id, publication_id, percent in percentages_in(order) if order else ():
        if percent is not None:
            own = found.setdefault(people.get(member_id, member_id), {})
            own[order[publication_id]] = max(percent, own.get(order[publication_id], percent))
            having.add(publication_id)
    in_order = {pk: [own[index] for index in sorted(own)] for pk, own in found.items()}
    return Counted(publications, in_order, having)


def figures_of(percentages: Percentages, counting: Counting) -> list[PercentFigures]:
    """Everybody's figures, with the names of today. One statement."""
    rows = Member.objects.filter(pk__in=percentages).values_list("pk", "name", "is_guest")
    return [_figures(pk, name, is_guest, percentages[pk], counting) for pk, name, is_guest in rows]


class Final(NamedTuple):
    """The table of duplicate of a season with what it is made of, before the season is closed."""

    terms: DuplicateTerms
    publications: Sequence[Publication]
    figures: list[PercentFigures]


def as_it_stands(season: Season) -> Final:
    """The table of duplicate as it stands: of a season that is held and about to be closed."""
    terms, counted = duplicate_terms_of(season), counted_in(season)
    return Final(terms, counted.publications, figures_of(counted.percentages, terms.counting))


def _figures(pk: int, name: str, is_guest: bool, own: Sequence[int], counting: Counting) -> PercentFigures:
    counts = counting.counted(own)
    return PercentFigures(pk, name, is_guest, len(own), len(counts), mean(counts), in_per_cent(max(own)))


def lines_by_terms(season: Season, terms: DuplicateTerms, counted: Counted) -> list[PercentPlaced]:
    """The table by the season's own terms; of a closed season as it was published."""
    if season.is_closed:
        return published_lines(season, terms)
    return ranked(figures_of(counted.percentages, terms.counting), terms)


def published_lines(season: Season, terms: DuplicateTerms) -> list[PercentPlaced]:
    """The final table of a closed season, as it was published."""
    rows = FinalPercentage.objects.filter(season=season).order_by("pk")
    published = {row.member_id: row.rank for row in rows}
    lines = ranked((_published(row) for row in rows), terms)
    return [line._replace(rank=published[line.figures.member_id]) for line in lines]


def _published(row: FinalPercentage) -> PercentFigures:
    percent, best = in_per_cent(row.percent), in_per_cent(row.best)
    return PercentFigures(row.member_id, row.name, row.is_guest, row.sessions, row.counted, percent, best)


def ranked(figures: Iterable[PercentFigures], terms: DuplicateTerms) -> list[PercentPlaced]:
    """The lines by these terms."""
    return rank_percents(figures, least=Least.parse(terms.least), guests=terms.guests)


def place_of(member_id: int, season: Season) -> PercentPlace | None:
    """A person's place by the season's own terms; None for who has no line in the table."""
    terms = duplicate_terms_of(season)
    lines = lines_by_terms(season, terms, counted_in(season))
    own = next((line for line in lines if line.figures.member_id == member_id), None)
    if own is None:
        return None
    return PercentPlace(own, sum(line.rank is not None for line in lines), terms.counting)


def unpublished_in(season: Season, now: datetime) -> QuerySet[Session]:
    """The sessions of a season that have begun or may still begin, and that nobody has published; none of the newest
    season.
    """
    first, until = days_of(season)
    return unpublished_of_days(first, until, evening_of(now)) if until else Session.objects.none()
