"""Reads a member's calendar feed by its token, and the evenings that it shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Sum

from clubscore.calendar import evening_of
from clubscore.ledger.models import Posting, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.public.models import CalendarFeed
from clubscore.public.tokens import nonce_in, token_of

PURPOSE = "calendar"
DAYS = 731  # two years of evenings


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """A member's rubbers on one evening: their number, and the sum of their points. Only rubbers in the books count."""

    day: date
    rubbers: int
    points: int


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
    """A text that changes with each booking of the member, so that browsers fetch the member's calendar anew."""
    newest = Posting.objects.filter(member__in=records_of(member)).aggregate(
        last=Max("transaction")
    )["last"]
    return f"{member.pk} {newest}"


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
