"""Audit entries about appeals: made, agreed to, decided."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.duplicate.models import Appeal, Session


def made(row: Appeal) -> Description:
    return _described(
        row, "made", _("appealed the ruling on board %(board)s at table %(table)s of %(session)s"), row.why
    )


def agreed(row: Appeal) -> Description:
    return _described(
        row, "agreed", _("agreed to the appeal of the ruling on board %(board)s at table %(table)s of %(session)s")
    )


def decided(row: Appeal) -> Description:
    words = _("appeal of the ruling on board %(board)s at table %(table)s of %(session)s: %(decision)s")
    if row.heard_as:
        words = _(
            "appeal of the ruling on board %(board)s at table %(table)s of %(session)s: %(decision)s, "
            "heard as %(heard_as)s"
        )
    return _described(row, row.decision, words, row.decided_for)


def _described(row: Appeal, act: str, words: str, reason: str = "") -> Description:
    """The entry of an act; `words` have places for the board, its table and session, the decision and who hears it."""
    ruling = row.ruling
    told = {
        "board": ruling.board,
        "table": f"{ruling.section}{ruling.table}",
        "session": row.session.name,
        "decision": row.get_decision_display(),
        "heard_as": row.get_heard_as_display(),
    }
    return Description(
        action=f"session.appeal-{act}",
        words=words % told,
        object="session",
        object_id=row.session_id,
        link=reverse("duplicate:appeal", args=[row.session_id, ruling.slot]),
        reason=reason,
        from_version=ruling.version,
        to_version=row.made.version if row.made else None,
    )


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
