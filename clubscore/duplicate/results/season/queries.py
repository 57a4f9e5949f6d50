"""The sessions that wait for an organiser: the friendly ones, and those of the season that nobody has looked at."""

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from clubscore.duplicate.models import Publication, Session
from clubscore.ledger.models import Season


def waiting_for_the_season() -> QuerySet[Session]:
    """The friendly sessions that an organiser may still take in, the newest first, with their directors.

    Their play is over, and their season is not closed. One SQL statement is run at once.
    """
    return _over_in_open_seasons().filter(taken_in_at=None)


def waiting_for_an_organiser() -> QuerySet[Session]:
    """The friendly sessions that may still be taken in, and the sessions at whose entries no organiser has looked.

    Sessions of closed seasons are left out: nothing of them can change. A session that counts is left out until results
    of one side alone, or of the director, are published. The newest are first, with their directors. One SQL statement
    is run at once.
    """
    one_sided = Publication.objects.filter(session=OuterRef("pk"), one_sided__gt=0)
    not_seen = Q(Exists(one_sided), entries_seen_at=None)
    return _over_in_open_seasons().filter(Q(taken_in_at=None) | not_seen)


def _over_in_open_seasons() -> QuerySet[Session]:
    """The sessions whose play is over and whose season is not closed, the newest first, with their directors."""
    over = Session.objects.current().filter(_of_open_seasons(), ended_at__isnull=False)
    return over.select_related("director").order_by("-day", "-pk")


def _of_open_seasons() -> Q:
    """The condition that the day of a session is in no closed season."""
    last_closed = Season.objects.exclude(closed_at=None).order_by("-begins_on")
    later = Season.objects.filter(begins_on__gt=OuterRef("begins_on"))
    first_open = later.order_by("begins_on").values("begins_on")[:1]
    [*begins] = last_closed.annotate(next=Subquery(first_open)).values_list(
        "next", flat=True
    )[:1]
    if not begins:
        return Q()
    return Q(day__gte=begins[0] or date.max)
