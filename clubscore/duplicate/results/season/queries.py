"""The sessions that wait for an organiser: the friendly ones, and those of the season that nobody has looked at."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from clubscore.duplicate.models import Publication, Session
from clubscore.ledger.models import Season

UNCOUNTED_FOR = timedelta(days=60)
"""So long after it was published a session without a number of one-sided results is counted at each look."""


def waiting_for_the_season() -> QuerySet[Session]:
    """The friendly sessions that an organiser may still take in, the newest first, with their directors.

    Their play is over, and their season is not closed.
    """
    return _over_in_open_seasons().filter(taken_in_at=None)


def waiting_for_an_organiser(now: datetime) -> QuerySet[Session]:
    """The friendly sessions that may still be taken in, and the sessions at whose entries no organiser has looked.

    Sessions of closed seasons are left out: nothing of them can change. A session that counts is left out until results
    of one side alone, or of the director, are published. A publication of the last UNCOUNTED_FOR that keeps no number
    of such results is from before the number was kept: its session is among these, too, and the caller counts. The
    newest are first, with their directors.
    """
    lately = Q(one_sided=None, at__gte=now - UNCOUNTED_FOR)
    published = Publication.objects.filter(session=OuterRef("pk"))
    one_sided = published.filter(Q(one_sided__gt=0) | lately)
    not_seen = Q(Exists(one_sided), entries_seen_at=None)
    return _over_in_open_seasons().filter(Q(taken_in_at=None) | not_seen)


def _over_in_open_seasons() -> QuerySet[Session]:
    """The sessions whose play is over and whose season is not closed, the newest first, with their directors."""
    seasons = Season.objects.filter(begins_on__lte=OuterRef("day"))
    closed_at = seasons.order_by("-begins_on").values("closed_at")[:1]
    over = Session.objects.current().filter(ended_at__isnull=False)
    in_open = over.alias(closed_at=Subquery(closed_at)).filter(closed_at=None)
    return in_open.select_related("director").order_by("-day", "-pk")
