"""The latest sign-ins and failed attempts, as the office shows them."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Q

from clubscore.members.models import SignInEvent


class LastDay(NamedTuple):
    """The numbers of sign-ins and failures in the last 24 hours."""

    came_in: int
    failed: int


def door_events(*, only_failures: bool, first: int, count: int) -> list[SignInEvent]:
    """At most `count` sign-in events with their members, newest first; the newest `first` events are skipped.

    With `only_failures`, only failed attempts are read. Takes one query.
    """
    events = SignInEvent.objects.select_related("member").order_by("-at", "-pk")
    if only_failures:
        events = events.filter(what__in=SignInEvent.FAILURES)
    return list(events[first : first + count])


def last_day(now: datetime) -> LastDay:
    lately = SignInEvent.objects.filter(at__gt=now - timedelta(days=1), at__lte=now)
    found = lately.aggregate(
        came_in=Count("pk", filter=Q(what="in")),
        failed=Count("pk", filter=Q(what__in=SignInEvent.FAILURES)),
    )
    return LastDay(**found)
