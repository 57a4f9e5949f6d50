"""Queries about publications."""

from collections.abc import Collection
from datetime import date

from django.db.models import (
    Count,
    Exists,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)

from clubscore.duplicate.models import (
    Correction,
    Publication,
    PublishedPlayer,
    PublishedRow,
    Session,
)
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.published import percentages
from clubscore.duplicate.slot import Slot
from clubscore.ledger.models import Season
from clubscore.members.models import Member


def publications_of(session_id: int) -> list[Publication]:
    """The publications of a session, the newest first."""
    return list(
        Publication.objects.filter(session=session_id)
        .select_related("by")
        .order_by("-number")
    )


def publication_numbered(session_id: int, number: int) -> Publication | None:
    """A publication of a session with its session; None if it has none of this number."""
    return (
        Publication.objects.filter(session=session_id, number=number)
        .select_related("session")
        .first()
    )


def newest_of_days(first: date, until: date | None) -> list[Publication]:
    """The newest publication of each session of the days from the first on, in the order of play; `until` is the day
    after the last. One statement.
    """
    newer = Publication.objects.filter(
        session=OuterRef("session"), number__gt=OuterRef("number")
    )
    rows = Publication.objects.filter(
        ~Exists(newer), session__day__gte=first, session__cancelled_at=None
    )
    if until:
        rows = rows.filter(session__day__lt=until)
    return list(
        rows.select_related("session").order_by(
            "session__day", "session__started_at", "session"
        )
    )


def entries_in(publications: Collection[Publication]) -> dict[int, int]:
    """The number of entries that each of these publications ranks. Takes one statement; without publications none."""
    if not publications:
        return {}
    rows = PublishedRow.objects.filter(
        publication__in=publications, list__in=LISTS
    ).values_list("publication")
    return dict(rows.annotate(count=Count("entry", distinct=True)).order_by())


def percentages_in(publications: Collection[int]) -> list[tuple[int, int, int | None]]:
    """Member, publication and percentage in ten-thousandths, for each member whose result counts in these publications.

    The percentage is None for IMPs and total points. A member who played for two entries has the better percentage.
    One statement.
    """
    rows = PublishedRow.objects.filter(
        publication__in=publications, list__in=LISTS, players__counts=True
    )
    return list(
        rows.values_list("players__member", "publication")
        .annotate(percent=Max(percentages()))
        .order_by()
    )


def unpublished_of_days(first: date, until: date, today: date) -> QuerySet[Session]:
    """The sessions of these days whose results nobody has published: that have begun, or may still begin."""
    begun_or_open = Session.objects.current().filter(
        Q(started_at__isnull=False) | Q(day__gte=today)
    )
    return begun_or_open.filter(
        publications=None, day__gte=first, day__lt=until
    ).order_by("day", "pk")


def closed_without(session: Session) -> Season | None:
    """The season of a session's day, where it was closed before anything of the session was published."""
    season = (
        Season.objects.on(session.day).first()
        or Season.objects.order_by("begins_on").first()
    )
    if season is None or not season.is_closed:
        return None
    return (
        None
        if session.publications.filter(at__lte=season.closed_at).exists()
        else season
    )


def unanswered(session_id: int) -> dict[Slot, Member]:
    """The slots with an unanswered request for another result, and the member who asked."""
    rows = Correction.objects.filter(session=session_id, decision="", answer="")
    rows = rows.select_related("play__section", "asked_by")
    return {row.play.slot: row.asked_by for row in rows}


def newest_rows_of(ids: Collection[int], count: int) -> list[PublishedRow]:
    """The last results that count for a person, by the ids of their records: of each session as published last."""
    return list(_published_last(ids)[:count])


def published_rows_of(ids: Collection[int]) -> QuerySet[PublishedRow]:
    """All results of a person as they were published last, the newest first, with players and `field`.

    The field is the number of entries in the same list. Those are left out of which they played less than half.
    """
    same = PublishedRow.objects.filter(
        publication=OuterRef("publication"), list=OuterRef("list")
    ).values("list")
    players = PublishedPlayer.objects.select_related("member__merged_into").order_by(
        "position"
    )
    counted = _published_last(ids).annotate(
        field=Subquery(same.annotate(count=Count("pk")).values("count"))
    )
    return counted.prefetch_related(Prefetch("players", players))


def _published_last(ids: Collection[int]) -> QuerySet[PublishedRow]:
    newest = (
        Publication.objects.filter(session=OuterRef("publication__session"))
        .order_by("-number")
        .values("pk")[:1]
    )
    own = {"players__member__in": ids, "players__counts": True}
    rows = PublishedRow.objects.filter(
        **own, list__in=LISTS, publication=Subquery(newest)
    )
    return (
        rows.select_related("publication__session")
        .distinct()
        .order_by("-publication__at", "pk")
    )
