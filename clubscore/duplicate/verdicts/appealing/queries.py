"""Reads of appeals."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from clubscore.duplicate.models import Appeal, Ruling, Session
from clubscore.duplicate.outcomes.published import appeals_end, newest_publication
from clubscore.duplicate.session.slots import SlotState

_PEOPLE = ("made_by", "agreed_by", "decided_by")


def appeals_at(at: SlotState) -> list[Appeal]:
    """The appeals of every version of the ruling on a slot, the newest first."""
    slot = at.slot
    here = {"ruling__section": at.section.section, "ruling__round": slot.round}
    here |= {"ruling__table": slot.table, "ruling__board": slot.board}
    return list(
        Appeal.objects.filter(**here)
        .select_related("ruling__ruled_by", *_PEOPLE)
        .order_by("-pk")
    )


def later_rulings(appeal: Appeal) -> QuerySet[Ruling]:
    """The versions of the ruling after the one that is appealed, the newest first."""
    old = appeal.ruling
    rows = Ruling.objects.filter(
        section=old.section_id, round=old.round, table=old.table, board=old.board
    )
    return rows.filter(version__gt=old.version).order_by("-version")


def appeals_end_at(session: Session, ruling: Ruling | None = None) -> datetime | None:
    """Until when rulings may be appealed, by the newest publication; of one that was made later so long after it.

    None before there is a publication.
    """
    newest = newest_publication(session.pk)
    if newest is None:
        return None
    ends_at = appeals_end(session, newest)
    return (
        max(ends_at, ruling.ruled_at + timedelta(minutes=session.appeal_minutes))
        if ruling
        else ends_at
    )


def may_still_appeal(session: Session, ruling: Ruling, now: datetime) -> bool:
    """Whether the time to appeal a ruling is not over; it includes the moment of its end."""
    ends_at = appeals_end_at(session, ruling)
    return ends_at is None or now <= ends_at
