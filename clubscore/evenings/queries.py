"""Reads about evenings and their rubbers. Each read takes a fixed number of queries."""

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
    """An evening in the list, with the number of its rubbers, and how many of these rubbers are not agreed."""

    day: date
    rubbers: int
    not_agreed: int


@dataclass(frozen=True, slots=True)
class PlayedEvening(ListedEvening):
    """An evening in the list that also has the number of its sessions of duplicate. It may have no rubber."""

    sessions: int


def years() -> list[int]:
    """All years from the newest rubber back to the first, also years without a rubber; [] if there is none."""
    # Two queries: for both ends in one query SQLite would look at every rubber.
    first = Rubber.objects.counting().aggregate(first=Min("started_at"))["first"]
    last = Rubber.objects.counting().aggregate(last=Max("started_at"))["last"]
    if first is None:
        return []
    return list(range(evening_of(last).year, evening_of(first).year - 1, -1))


def evenings_of(year: int) -> Iterator[ListedEvening]:
    """The evenings of that year on which a rubber began, newest first. Rows are read only as far as the caller goes.

    Rubbers that count nowhere are left out: the voided ones, and those that are over without a deal that was played.
    """
    first = beginning_of(date(year, 1, 1))
    end = end_of(date(year, 12, 31))
    begun = Rubber.objects.counting().filter(started_at__gte=first, started_at__lt=end)
    counted = (begun.in_play() | begun.played()).order_by("-started_at")
    waits = ExpressionWrapper(Q(agreed_at=None), BooleanField())
    rows = counted.annotate(waits=waits).values_list("started_at", "waits")
    rows_in_chunks = rows.iterator(chunk_size=CHUNK)
    for day, rubbers in groupby(rows_in_chunks, lambda row: evening_of(row[0])):
        waiting = [waits for _started_at, waits in rubbers]
        yield ListedEvening(day, len(waiting), sum(waiting))


def years_played() -> list[int]:
    """All years from the newest rubber or session back to the first, also years without any; [] if there is none."""
    days = (
        Session.objects.current()
        .exclude(started_at=None)
        .aggregate(first=Min("day"), last=Max("day"))
    )
    known = years()
    known += [day.year for day in days.values() if day]
    if not known:
        return []
    return list(range(max(known), min(known) - 1, -1))


def played_in(year: int) -> Iterator[PlayedEvening]:
    """The evenings of that year with a rubber or a session, newest first. Rubbers are read only as they are needed."""
    begun = (
        begun_between(date(year, 1, 1), date(year, 12, 31))
        .order_by("-day")
        .values_list("day")
    )
    sessions = dict(begun.annotate(count=Count("pk")))
    for listed in evenings_of(year):
        later = [day for day in sessions if day > listed.day]
        for day in later:
            yield PlayedEvening(day, 0, 0, sessions.pop(day))
        yield PlayedEvening(
            listed.day, listed.rubbers, listed.not_agreed, sessions.pop(listed.day, 0)
        )
    for day, count in sessions.items():
        yield PlayedEvening(day, 0, 0, count)


def played_before(day: date) -> date | None:
    """The last evening before that day with a rubber or a session; None if there is none."""
    sessions = begun_between(date.min, day - timedelta(days=1))
    last_session = sessions.aggregate(last=Max("day"))["last"]
    days = [evening_before(day), last_session]
    return max(filter(None, days), default=None)


def played_after(day: date) -> date | None:
    """The first evening after that day with a rubber or a session; None if there is none."""
    sessions = begun_between(day + timedelta(days=1), date.max)
    first_session = sessions.aggregate(first=Min("day"))["first"]
    days = [evening_after(day), first_session]
    return min(filter(None, days), default=None)


def newest_played(now: datetime) -> date | None:
    """The last evening up to `now` with a rubber or a session; if there is none, the first later evening, or None."""
    today = evening_of(now)
    tomorrow = today + timedelta(days=1)
    return played_before(tomorrow) or played_after(today)


def newest_evening(now: datetime) -> date | None:
    """The last evening up to `now` on which a rubber began; None if there is no rubber.

    If the clock was ahead and all rubbers began later than `now`, it is the first of their evenings.
    """
    today = evening_of(now)
    tomorrow = today + timedelta(days=1)
    return evening_before(tomorrow) or evening_after(today)


def evening_before(day: date) -> date | None:
    """The last evening before that day on which a rubber began; None if there is none."""
    earlier = (
        Rubber.objects.counting()
        .filter(started_at__lt=beginning_of(day))
        .aggregate(last=Max("started_at"))["last"]
    )
    return evening_of(earlier) if earlier else None


def evening_after(day: date) -> date | None:
    """The first evening after that day on which a rubber began; None if there is none."""
    later = (
        Rubber.objects.counting()
        .filter(started_at__gte=end_of(day))
        .aggregate(first=Min("started_at"))["first"]
    )
    return evening_of(later) if later else None


def rubbers_of(day: date) -> list[Rubber]:
    """The rubbers that began on that evening, in order of their ends; rubbers in play come last."""
    begun = Rubber.objects.counting().filter(
        started_at__gte=beginning_of(day), started_at__lt=end_of(day)
    )
    return by_their_ends(begun.select_related("table"))


def by_their_ends(rubbers: Iterable[Rubber]) -> list[Rubber]:
    """These rubbers in order of their ends; rubbers in play come last."""
    return sorted(rubbers, key=_end)


def _end(rubber: Rubber) -> tuple[bool, datetime, int]:
    is_in_play = rubber.ended_at is None
    return is_in_play, rubber.ended_at or rubber.started_at, rubber.pk


def matrix_for(day: date, rubbers: Iterable[Rubber]) -> Matrix:
    """The matrix of the evening `day`, with a column for each of these rubbers that is over and has a deal.

    Agreed rubbers have their points in the books. Rubbers that are not agreed have the margins of their sheets, in
    pencil. Merged records are one person (decision 0007).
    """
    over = [rubber for rubber in rubbers if rubber.is_over]
    if not over:
        return matrix_of(day, [], {})
    people = canonical_ids()
    points = _posted(over, people) | _pencilled(over, people)
    scored = [rubber for rubber in over if points.get(rubber.pk)]
    columns = []
    players: set[int] = set()
    for number, rubber in enumerate(scored, start=1):
        own = points[rubber.pk]
        players.update(own)
        columns.append(
            MatrixColumn(number, rubber, own, is_pencilled=not rubber.is_agreed)
        )
    return matrix_of(day, columns, Member.objects.in_bulk(players))


def _posted(
    rubbers: Iterable[Rubber], people: Mapping[int, int]
) -> dict[int, dict[int, int]]:
    """The points of agreed rubbers in the books, by the rubber's id and the person's id."""
    posted: dict[int, dict[int, int]] = defaultdict(dict)
    agreed = [rubber.pk for rubber in rubbers if rubber.is_agreed]
    postings = Posting.objects.filter(
        transaction__source=Transaction.Source.RUBBER,
        transaction__source_id__in=agreed,
        transaction__reverses=None,
        transaction__reversal=None,
    )
    rows = postings.values_list("transaction__source_id", "member", "points")
    for rubber, member, points in rows:
        person = people.get(member, member)
        posted[rubber][person] = points
    return posted


def _pencilled(
    rubbers: Iterable[Rubber], people: Mapping[int, int]
) -> dict[int, dict[int, int]]:
    """The points on the sheets of rubbers that are not agreed, by the rubber's id and the person's id."""
    waiting = [rubber.pk for rubber in rubbers if not rubber.is_agreed]
    if not waiting:
        return {}
    states = load_all(Rubber.objects.filter(pk__in=waiting))
    return {state.rubber.pk: _margins(state, people) for state in states}


def _margins(state: RubberState, people: Mapping[int, int]) -> dict[int, int]:
    """The points of each person in a rubber, by the person's id: plus or minus the margin of the sheet."""
    by_member = margins_of(state.rubber, state.sheet, state.players)
    by_person = {}
    for member, points in by_member.items():
        person = people.get(member.pk, member.pk)
        by_person[person] = points
    return by_person
