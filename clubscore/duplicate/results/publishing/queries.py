"""Queries about the publications of a session, of some days or of a person, and about unpublished sessions."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.db.models import (
    Count,
    Exists,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.duplicate.models import (
    Correction,
    LateChange,
    Presence,
    Publication,
    PublishedPlayer,
    PublishedRow,
    Session,
    is_contested_in,
)
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.published import percentages
from clubscore.duplicate.slot import Slot
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.members.queries import records_of_person


def publications_of(session_id: int) -> list[Publication]:
    """The publications of a session, the newest first."""
    rows = Publication.objects.filter(session=session_id)
    return list(rows.select_related("by").order_by("-number"))


def newest_publications() -> Iterator[Publication]:
    """Yield the newest publication of each session that was not cancelled, with its session."""
    newer = Publication.objects.filter(
        session=OuterRef("session"), number__gt=OuterRef("number")
    )
    rows = Publication.objects.filter(~Exists(newer), session__cancelled_at=None)
    yield from rows.select_related("session").order_by("session").iterator()


def publication_numbered(session_id: int, number: int) -> Publication | None:
    """The publication of a session with this number, with its session; None if there is none."""
    rows = Publication.objects.filter(session=session_id, number=number)
    return rows.select_related("session").first()


def newest_of_days(first: date, until: date | None) -> list[Publication]:
    """The newest publication of each session from the day `first` until before the day `until`.

    With None for `until` the days have no end. The publications are ordered by the day and the start of their sessions.
    Cancelled sessions are left out; friendly sessions are not. One SQL statement is run.
    """
    newer = Publication.objects.filter(
        session=OuterRef("session"), number__gt=OuterRef("number")
    )
    rows = Publication.objects.filter(
        ~Exists(newer), session__day__gte=first, session__cancelled_at=None
    )
    if until:
        rows = rows.filter(session__day__lt=until)
    in_order = rows.order_by("session__day", "session__started_at", "session")
    return list(in_order.select_related("session"))


def entries_in(publications: Collection[Publication]) -> dict[int, int]:
    """The number of entries in the lists of each publication, by the id of the publication.

    Runs one SQL statement, and no statement if there are no publications.
    """
    if not publications:
        return {}
    rows = PublishedRow.objects.filter(publication__in=publications, list__in=LISTS)
    entries = Count("entry", distinct=True)
    return dict(rows.values_list("publication").annotate(count=entries).order_by())


class Won(NamedTuple):
    """The figures of a member in a publication: the percentage in ten-thousandths, the masterpoints in hundredths.

    The percentage is None for IMPs and total points, `masterpoints` is None if the session gave none.
    """

    member: int
    publication: int
    percent: int | None
    masterpoints: int | None


def won_in(publications: Collection[int]) -> list[Won]:
    """The figures of each member whose result counts in these publications. One SQL statement is run.

    `publications` are ids. A member who played for two entries of a session gets the better figures. A member whose
    place is contested gets none.
    """
    players = PublishedPlayer.objects.filter(
        ~is_contested_in("row__publication"),
        row__publication__in=publications,
        row__list__in=LISTS,
        counts=True,
    ).values_list("member", "row__publication")
    won = players.annotate(
        percent=Max(percentages("row__")), points=Max("row__masterpoints")
    )
    return [Won(*row) for row in won.order_by()]


def percentages_in(publications: Collection[int]) -> list[tuple[int, int, int | None]]:
    """A tuple (member id, publication id, percentage) for each member whose result counts in these publications.

    `publications` are ids. The percentage is in ten-thousandths of a per cent, and None for IMPs and total points. One
    SQL statement is run.
    """
    return [won[:3] for won in won_in(publications)]


def unpublished_of_days(first: date, until: date, today: date) -> QuerySet[Session]:
    """The sessions from the day `first` until before the day `until` without any publication.

    Cancelled and friendly sessions are left out, and so are sessions before `today` that never began.
    """
    begun_or_open = Q(started_at__isnull=False) | Q(day__gte=today)
    sessions = Session.objects.counted().filter(begun_or_open)
    unpublished = sessions.filter(publications=None, day__gte=first, day__lt=until)
    return unpublished.order_by("day", "pk")


def season_of(session: Session) -> Season | None:
    """The season of a session's day; None if there are no seasons.

    A day before the first season belongs to the first season.
    """
    season = Season.objects.on(session.day).first()
    return season or Season.objects.order_by("begins_on").first()


def closed_without(session: Session) -> Season | None:
    """The season of a session's day, if the season was closed before any results of the session were published.

    None if the season is still open, if results of the session were published before it was closed, or if there are no
    seasons. A day before the first season belongs to the first season.
    """
    season = season_of(session)
    if season is None or not season.is_closed:
        return None
    if session.publications.filter(at__lte=season.closed_at).exists():
        return None
    return season


def contested_when_published(publication: Publication) -> list[Presence]:
    """The words of members who were not there, which nobody had settled when the results were published."""
    rows = Presence.objects.filter(
        Q(decided_at=None) | Q(decided_at__gt=publication.at),
        session=publication.session_id,
        is_there=False,
        said_at__lte=publication.at,
    )
    return list(rows.select_related("member").order_by("pk"))


def unanswered(session_id: int) -> dict[Slot, Member]:
    """Map the slot of each result with an unanswered request for a correction to the member who asked.

    A request is left out once the other side has answered or the director has decided.
    """
    rows = Correction.objects.filter(session=session_id, decision="", answer="")
    rows = rows.select_related("play__section", "asked_by")
    return {row.play.slot: row.asked_by for row in rows}


def late_changes_waiting(session_id: int) -> int:
    """The number of changes of a session after its correction period that wait for an organiser (Law 79C2)."""
    return LateChange.objects.waiting().filter(session=session_id).count()


def newest_rows_of(ids: Collection[int], count: int) -> list[PublishedRow]:
    """The newest `count` published rows in which a person's result counts, the newest first.

    Of each session only the newest publication is read. `ids` are the ids of the person's member records.
    """
    return list(_published_last(ids)[:count])


def published_rows_of(
    person: int, first: date = date.min, end: date = date.max
) -> list[PublishedRow]:
    """The published rows in which a person's result counts, the newest first, with players and `field`.

    They are of the sessions from the day `first` to the day before `end`. Of each session only the newest publication
    is read. `field` is the number of entries in the list. A result does not count if the person played less than half
    of the entry's rounds. Takes one statement, and one more if there are rows.
    """
    rows = _ROWS_OF_DAYS.find(person, first, end)
    players = PublishedPlayer.objects.select_related("member__merged_into")
    prefetch_related_objects(rows, Prefetch("players", players.order_by("position")))
    return rows


def _rows_of_days(person: int, first: date, end: date) -> QuerySet[PublishedRow]:
    same_list = PublishedRow.objects.filter(
        publication=OuterRef("publication"), list=OuterRef("list")
    ).values("list")
    field = Subquery(same_list.annotate(count=Count("pk")).values("count"))
    rows = _published_last(records_of_person(person).values("pk"))
    of_days = rows.filter(
        publication__session__day__gte=first, publication__session__day__lt=end
    )
    return of_days.annotate(field=field)


def _published_last(ids: Collection[int] | QuerySet[Any]) -> QuerySet[PublishedRow]:
    """The rows in which a person's result counts, in the newest publication of each session, the newest first.

    `ids` are the ids of the person's member records. A session in which the person's place is contested is left out.
    """
    publications = Publication.objects.filter(session=OuterRef("publication__session"))
    newest = publications.order_by("-number").values("pk")[:1]
    own = PublishedPlayer.objects.filter(
        ~is_contested_in("row__publication"), member__in=ids, counts=True
    )
    rows = PublishedRow.objects.filter(
        pk__in=own.values("row"), list__in=LISTS, publication=Subquery(newest)
    )
    in_order = rows.order_by("-publication__at", "pk")
    return in_order.select_related("publication__session")


_ROWS_OF_DAYS = PreparedLookup(
    _rows_of_days,
    Member._meta.pk,
    Session._meta.get_field("day"),
    Session._meta.get_field("day"),
)
