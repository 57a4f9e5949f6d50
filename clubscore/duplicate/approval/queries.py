"""Reads of late changes: those of a session, and those that wait for an organiser."""

from django.db.models import QuerySet

from clubscore.duplicate.models import LateChange

_ROWS = (
    "session__director",
    "proposed_by",
    "decided_by",
    "member",
    "penalty__entry__section",
    "correction__play__section",
)


def late_changes_of(session_id: int) -> list[LateChange]:
    """The late changes of a session, the newest first."""
    rows = LateChange.objects.filter(session=session_id)
    return list(rows.select_related(*_ROWS).order_by("-pk"))


def late_change_numbered(session_id: int, pk: int) -> LateChange | None:
    """A late change of a session; None if there is no such change."""
    rows = LateChange.objects.filter(session=session_id, pk=pk)
    return rows.select_related(*_ROWS).first()


def late_changes_waiting_in(session_id: int) -> QuerySet[LateChange]:
    """The late changes of a session that wait for an organiser, the oldest first."""
    return late_changes_waiting().filter(session=session_id)


def late_changes_waiting() -> QuerySet[LateChange]:
    """All late changes that wait for an organiser, the oldest first."""
    rows = LateChange.objects.waiting().filter(session__cancelled_at=None)
    return rows.select_related(*_ROWS).order_by("pk")
