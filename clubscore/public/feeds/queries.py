"""Reads a member's calendar feed by its token, and the evenings that it shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Exists, Max, OuterRef, Q, Sum

from clubscore.calendar import evening_of
from clubscore.duplicate.models import Place, Publication, Session
from clubscore.duplicate.outcomes.published import place_of_row
from clubscore.duplicate.results.publishing.queries import published_rows_of
from clubscore.ledger.models import Posting, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.public.models import CalendarFeed
from clubscore.public.pages.sessions import sessions_mark
from clubscore.public.tokens import nonce_in, token_of

PURPOSE = "calendar"
DAYS = 731  # two years of evenings


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """A member's rubbers on one evening: their number, and the sum of their points. Only rubbers in the books count."""

    day: date
    rubbers: int
    points: int


def sessions_to_show_mark() -> str:
    """A text that changes whenever the sessions in the club's calendar may have changed."""
    open_ones = Session.objects.counted().filter(ended_at=None)
    state = open_ones.aggregate(
        number=Count("pk"), last=Max("pk"), moves=Sum("revision")
    )
    return f"{sessions_mark()} {' '.join(map(str, state.values()))}"


def sessions_to_show(now: datetime) -> list[Session]:
    """The sessions in the club's calendar, the latest first, each with `is_published`. Takes one statement.

    They are the sessions with published results, and the sessions to come that an organiser opened or has taken in.
    """
    today = evening_of(now)
    days = timedelta(days=DAYS)
    published = Publication.objects.filter(session=OuterRef("pk"))
    to_come = Q(ended_at=None, taken_in_at__isnull=False, day__gte=today)
    sessions = Session.objects.current().annotate(is_published=Exists(published))
    shown = sessions.filter(
        Q(is_published=True) | to_come, day__gte=today - days, day__lte=today + days
    )
    return list(shown.order_by("-day", "-pk"))


def open_feed(member: Member) -> CalendarFeed | None:
    return CalendarFeed.objects.filter(member=member, revoked_at=None).first()


def feed_token(feed: CalendarFeed) -> str:
    return token_of(feed.nonce, purpose=PURPOSE)


def feed_of(token: str) -> CalendarFeed | None:
    """The feed of this token; None if the token is wrong, if the feed is ended or if its member has left."""
    nonce = nonce_in(token, purpose=PURPOSE)
    if nonce is None:
        return None
    feeds = CalendarFeed.objects.filter(
        nonce=nonce, revoked_at=None, member__is_active=True
    )
    return feeds.select_related("member").first()


def own_mark(member: Member) -> str:
    """A text that changes whenever the member's calendar may have changed: it takes two statements.

    It changes with each booking of the member, and with the sessions in which the member has a place.
    """
    records = records_of(member)
    newest = Posting.objects.filter(member__in=records).aggregate(
        last=Max("transaction")
    )["last"]
    state = Place.objects.filter(member__in=records).aggregate(
        places=Count("pk"),
        left=Count("left_at"),
        moves=Sum("session__revision"),
        published=Max("session__publications"),
    )
    return f"{member.pk} {newest} {' '.join(map(str, state.values()))}"


@dataclass(frozen=True, slots=True)
class CalendarSession:
    """A session in which a member has a place; `place` is the member's published place, such as `3=`, or empty."""

    session: Session
    place: str


def own_sessions(member: Member, since: date) -> list[CalendarSession]:
    """The member's sessions from the day `since` on, the latest first. Takes two or three statements."""
    places = Place.objects.filter(
        Place.PROVES_TWO_PEOPLE, member__in=records_of(member)
    ).values("session")
    sessions = Session.objects.current().filter(pk__in=places, day__gte=since)
    rows = published_rows_of(member.person_id, since)
    published = {row.publication.session_id: place_of_row(row) for row in rows}
    return [
        CalendarSession(session, published.get(session.pk, ""))
        for session in sessions.order_by("-day", "-pk")
    ]


def own_evenings(member: Member, since: date) -> Iterable[OwnEvening]:
    """The member's evenings from the day `since` on, newest first. Takes one query."""
    booked = Posting.objects.filter(
        member__in=records_of(member),
        transaction__source=Transaction.Source.RUBBER,
        transaction__reverses=None,
        transaction__reversal=None,
        transaction__day__gte=since,
    )
    days = (
        booked.order_by()
        .values("transaction__day")
        .annotate(rubbers=Count("pk"), points=Sum("points"))
    )
    rows = days.order_by("-transaction__day").values_list(
        "transaction__day", "rubbers", "points"
    )
    return [OwnEvening(*row) for row in rows]


def first_day(now: datetime) -> date:
    """The first day of the evenings in a calendar: DAYS before this evening."""
    return evening_of(now) - timedelta(days=DAYS)
