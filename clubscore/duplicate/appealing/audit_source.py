"""Audit entries about appeals: made, agreed to, decided."""

from django.db.models import QuerySet
from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.duplicate.models import Appeal, Session


def made(row: Appeal) -> Description:
    return _described(row, "made", f"appealed the ruling on {_board(row)}", row.why)


def agreed(row: Appeal) -> Description:
    return _described(row, "agreed", f"agreed to the appeal of the ruling on {_board(row)}")


def decided(row: Appeal) -> Description:
    heard = f", heard as {row.get_heard_as_display()}" if row.heard_as else ""
    words = f"appeal of the ruling on {_board(row)}: {row.get_decision_display()}{heard}"
    return _described(row, row.decision, words, row.decided_for)


def _described(row: Appeal, act: str, words: str, reason: str = "") -> Description:
    ruling = row.ruling
    address = [row.session_id, ruling.round, ruling.section.letter, ruling.table, ruling.board]
    return Description(
        action=f"session.appeal-{act}",
        words=words,
        object="session",
        object_id=row.session_id,
        link=reverse("duplicate:appeal", args=address),
        reason=reason,
        from_version=ruling.version,
        to_version=row.made.version if row.made else None,
    )


def _board(row: Appeal) -> str:
    ruling = row.ruling
    return f"board {ruling.board} at table {ruling.section}{ruling.table} of {row.session.name}"


def _shown() -> QuerySet[Appeal]:
    """Those of sessions that are over: before, their reasons speak of boards that somebody still has to play."""
    return Appeal.objects.filter(session__in=Session.objects.exclude(ended_at=None))


_OF = ("session", "ruling__section", "made")

SOURCES = (
    Source(
        name="appeal made",
        kind=Kind.DUPLICATE,
        rows=_shown,
        at="made_at",
        by="made_by",
        describe=made,
        select_related=_OF,
    ),
    Source(
        name="appeal agreed to",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown().exclude(agreed_by=None),
        at="agreed_at",
        by="agreed_by",
        describe=agreed,
        select_related=_OF,
    ),
    Source(
        name="appeal decided",
        kind=Kind.DUPLICATE,
        rows=lambda: _shown().exclude(decision=""),
        at="decided_at",
        by="decided_by",
        describe=decided,
        select_related=_OF,
    ),
)
