"""The friendly sessions that wait for an organiser."""

from django.db.models import QuerySet

from clubscore.duplicate.models import Session


def waiting_for_the_season() -> QuerySet[Session]:
    """The friendly sessions whose play is over, the newest first, with their directors."""
    over = Session.objects.current().filter(taken_in_at=None, ended_at__isnull=False)
    return over.select_related("director").order_by("-day", "-pk")
