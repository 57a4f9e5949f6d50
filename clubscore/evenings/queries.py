"""Reads of evenings and their rubbers. Each takes a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from django.db.models import BooleanField, Count, ExpressionWrapper, Max, Min, Q

from clubscore.calendar import beginning_of, end_of, evening_of
from clubscore.duplicate.models import Session
from clubscore.duplicate.results.glance import begun_between
from clubscore.evenings.matrix import Matrix, MatrixColumn, matrix_of
from clubscore.ledger.models import Posting, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.rubbers.books.margins import margins_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load_all
from clubscore.rubbers.rubber.state import RubberState

CHUNK = 500  # rubbers read at a time


@dataclass(frozen=True, slots=True)
class ListedEvening:
    """An evening in the list: how many rubbers began on it, and how many of them are not agreed."""

    day: date
    rubbers: int
    not_agreed: int


@dataclass(frozen=True, slots=True)
class PlayedEvening(ListedEvening):
    """The same with the sessions of duplicate that were played on it; also without a rubber."""

    sessions: int


def years() -> list[int]:
    """Every year from the first rubber to the newest, newest first."""
    # Two questions: of a single one SQLite looks at every rubber for the answer.
    first, last = (Rubber.objects.aggregate(end=end)["end"] for end in (Min("started_at"), Max("started_at")))
    if first is None:
        return []
    return list(range(evening_of(last).year, evening_of(first).year - 1, -1))


def evenings_of(year: int) -> Iterator[ListedEvening]:
    """The evenings of that year on which a rubber began, newest first, read as far as the caller goes."""
    span = (beginning_of(date(year, 1, 1)), end_of(date(year, 12, 31)))
    begun = Rubber.objects.filter(started_at__gte=span[0], started_at__lt=span[1]).order_by("-started_at")
    waits = ExpressionWrapper(Q(agreed_at=None), BooleanField())
    rows = begun.annotate(waits=waits).values_list("started_at", "waits").iterator(chunk_size=CHUNK)
    for day, rubbers in groupby(rows, lambda row: evening_of(row[0])):
        waiting = [waits for _, waits in rubbers]
        yield ListedEvening(day, len(waiting), sum(waiting))


def years_played() -> list[int]:
    """Every year from the first rubber or session to the newest, newest first."""
    days = Session.objects.current().exclude(started_at=None).aggregate(first=Min("day"), last=Max("day"))
    found = [*years(), *(day.year for day in days.values() if day)]
    return list(range(max(found), min(found) - 1, -1)) if found else []


def played_in(year: int) -> Iterator[PlayedEvening]:
    """The evenings of that year with a rubber or a session, newest first, read as far as the caller goes."""
    begun = begun_between(date(year, 1, 1), date(year, 12, 31)).order_by("-day").values_list("day")
    sessions = dict(begun.annotate(count=Count("pk")))
    for listed in evenings_of(year):
        for day in [day for day in sessions if day > listed.day]:
            yield PlayedEvening(day, 0, 0, sessions.pop(day))
        yield PlayedEvening(listed.day, listed.rubbers, listed.not_agreed, sessions.pop(listed.day, 0))
    for day, count in sessions.items():
        yield PlayedEvening(day, 0, 0, count)


def played_before(day: date) -> date | None:
    """The last evening before that day with a rubber or a session."""
    last = begun_between(date.min, day - timedelta(days=1)).aggregate(last=Max("day"))["last"]
    return max(filter(None, [evening_before(day), last]), default=None)


def played_after(day: date) -> date | None:
    first = begun_between(day + timedelta(days=1), date.max).aggregate(first=Min("day"))["first"]
    return min(filter(None, [evening_after(day), first]), default=None)


def newest_played(now: datetime) -> date | None:
    """As `newest_evening`, with sessions."""
    return played_before(evening_of(now) + timedelta(days=1)) or played_after(evening_of(now))


def newest_evening(now: datetime) -> date | None:
    """The last evening until now; where all are still to come, because the clock was ahead, the first of those."""
    return evening_before(evening_of(now) + timedelta(days=1)) or evening_after(evening_of(now))


def evening_before(day: date) -> date | None:
    """The last evening before that day on which a rubber began."""
    earlier = Rubber.objects.filter(started_at__lt=beginning_of(day)).aggregate(last=Max("started_at"))["last"]
    return evening_of(earlier) if earlier else None


def evening_after(day: date) -> date | None:
    later = Rubber.objects.filter(started_at__gte=end_of(day)).aggregate(first=Min("started_at"))["first"]
    return evening_of(later) if later else None


def rubbers_of(day: date) -> list[Rubber]:
    """The rubbers that began on that evening, in order of their ends; those in play come last."""
    begun = Rubber.objects.filter(started_at__gte=beginning_of(day), started_at__lt=end_of(day)).select_related("table")
    return by_their_ends(begun)


def by_their_ends(rubbers: Iterable[Rubber]) -> list[Rubber]:
    """The rubbers in order of their ends; those in play come last."""
    return sorted(
        rubbers, key=lambda rubber: (rubber.ended_at is None, rubber.ended_at or rubber.started_at, rubber.pk)
    )


def matrix_for(day: date, rubbers: Iterable[Rubber]) -> Matrix:
    """Players against rubbers: the margins in the books, in pencil those of sheets that are not agreed yet.

    Merged records are one person (decision 0007); a rubber in which no deal was played has no column.
    """
    over = [rubber for rubber in rubbers if rubber.is_over]
    if not over:
        return matrix_of(day, [], {})
    who = canonical_ids()
    points = _posted(over, who) | _pencilled(over, who)
    columns = [
        MatrixColumn(number, rubber, points[rubber.pk], is_pencilled=not rubber.is_agreed)
        for number, rubber in enumerate((rubber for rubber in over if points.get(rubber.pk)), start=1)
    ]
    return matrix_of(day, columns, Member.objects.in_bulk({pk for column in columns for pk in column.points}))


def _posted(rubbers: Iterable[Rubber], who: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """By rubber and person, what stands in the books."""
    posted: dict[int, dict[int, int]] = defaultdict(dict)
    postings = Posting.objects.filter(
        transaction__source=Transaction.Source.RUBBER,
        transaction__source_id__in=[rubber.pk for rubber in rubbers if rubber.is_agreed],
        transaction__reverses=None,
        transaction__reversal=None,
    )
    for rubber, member, points in postings.values_list("transaction__source_id", "member", "points"):
        posted[rubber][who.get(member, member)] = points
    return posted


def _pencilled(rubbers: Iterable[Rubber], who: Mapping[int, int]) -> dict[int, dict[int, int]]:
    """By rubber and person, what the sheets say that are over and not agreed."""
    waiting = [rubber.pk for rubber in rubbers if not rubber.is_agreed]
    states = load_all(Rubber.objects.filter(pk__in=waiting)) if waiting else []
    return {state.rubber.pk: dict(_margins(state, who)) for state in states}


def _margins(state: RubberState, who: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    for member, points in margins_of(state.rubber, state.sheet, state.players).items():
        yield who.get(member.pk, member.pk), points
