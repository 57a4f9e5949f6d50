"""The database queries for the page with the list of sessions."""

from django.db.models import Count, Max, Q, QuerySet

from clubscore.duplicate.models import LateChange, Session


def sessions_listed() -> QuerySet[Session]:
    """All sessions, the newest first.

    `players` is the number of members who have a place now. `round` is the number of the current round; None before
    play.
    """
    here = Count("places", filter=Q(places__to_round=None), distinct=True)
    in_force = Q(round_starts__taken_back_at=None)
    round = Max("round_starts__round", filter=in_force)
    listed = Session.objects.annotate(players=here, round=round)
    return listed.select_related("director").order_by("-day", "-pk")


def late_changes_to_answer() -> int:
    """The number of late changes that wait for an organiser (Law 79C2)."""
    return LateChange.objects.waiting().filter(session__cancelled_at=None).count()
