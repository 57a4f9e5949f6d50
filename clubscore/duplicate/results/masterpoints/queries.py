"""Reads of the scale of a session's masterpoints."""

from clubscore.duplicate.models import ScaleChoice


def scale_chosen(session_id: int) -> ScaleChoice | None:
    """The newest choice of a session's scale; None if nobody has chosen one."""
    rows = ScaleChoice.objects.filter(session=session_id).select_related("chosen_by")
    return rows.order_by("-number").first()
