"""Reads of appeals, and of the time for them."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from clubscore.duplicate.models import Appeal, Ruling, Session
from clubscore.duplicate.outcomes.published import appeals_end, newest_publication
from clubscore.duplicate.outcomes.rulings import outcome_of
from clubscore.duplicate.session.slots import SlotState

_OF_RULING = ("ruling__ruled_by", "ruling__approved_by")
_PEOPLE = ("made_by", "agreed_by", "decided_by")


def appeals_at(at: SlotState) -> list[Appeal]:
    """The appeals of every version of the ruling on a slot, the newest first."""
    slot = at.slot
    appeals = Appeal.objects.filter(
        ruling__section=at.section.section,
        ruling__round=slot.round,
        ruling__table=slot.table,
        ruling__board=slot.board,
    )
    return list(appeals.select_related(*_OF_RULING, *_PEOPLE).order_by("-pk"))


def later_rulings(appeal: Appeal) -> QuerySet[Ruling]:
    """The versions of the ruling after the appealed version, the newest first."""
    old = appeal.ruling
    rows = Ruling.objects.filter(
        section=old.section_id, round=old.round, table=old.table, board=old.board
    )
    return rows.filter(version__gt=old.version).order_by("-version")


def is_replaced(appeal: Appeal) -> bool:
    """True if another ruling than the appealed one is in force, with another outcome."""
    newest = later_rulings(appeal).first()
    return newest is not None and outcome_of(newest) != outcome_of(appeal.ruling)


def appeals_end_at(session: Session, ruling: Ruling | None = None) -> datetime | None:
    """The moment until which a ruling may be appealed; None before the session is published.

    For a ruling that was made after the publication, the time for appeals begins with the ruling. Without `ruling`, the
    answer is for the rulings that were made before the publication.
    """
    newest = newest_publication(session.pk)
    if newest is None:
        return None
    ends_at = appeals_end(newest)
    if ruling is None:
        return ends_at
    return max(ends_at, ruling.ruled_at + timedelta(minutes=newest.appeal_minutes))


def may_still_appeal(session: Session, ruling: Ruling, now: datetime) -> bool:
    """True while the time to appeal a ruling is not over; the last moment of the time still counts."""
    ends_at = appeals_end_at(session, ruling)
    return ends_at is None or now <= ends_at
