"""The rows that count on each slot, read without the code under test."""

from clubscore.duplicate.models import Play, Ruling, Session
from clubscore.duplicate.slot import Slot


def plays(session: Session) -> dict[Slot, Play]:
    """The newest version of the result of each slot, without those that are struck out."""
    rows = Play.objects.filter(session=session).select_related("section")
    newest = {row.slot: row for row in rows.order_by("version")}
    return {slot: row for slot, row in newest.items() if not row.is_struck}


def rulings(session: Session) -> dict[Slot, Ruling]:
    """The ruling in force on each slot."""
    rows = Ruling.objects.filter(session=session).select_related("section")
    newest = {row.slot: row for row in rows.order_by("version")}
    return {slot: row for slot, row in newest.items() if row.kind != "stands"}


def ruled_slots(session: Session) -> set[Slot]:
    """The slots on which a ruling is in force."""
    return set(rulings(session))
