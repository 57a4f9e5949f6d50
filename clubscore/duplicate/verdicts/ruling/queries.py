"""Reads that a ruling needs beside the results."""

from clubscore.duplicate.models import Correction
from clubscore.duplicate.session.slots import SlotState


def open_corrections_at(at: SlotState) -> list[Correction]:
    """The corrections of a slot that a director has not decided, the newest first."""
    rows = Correction.objects.open().filter(
        play__section=at.section.section,
        play__round=at.slot.round,
        play__table=at.slot.table,
        play__board=at.slot.board,
    )
    return list(rows.select_related("play").order_by("-pk"))
