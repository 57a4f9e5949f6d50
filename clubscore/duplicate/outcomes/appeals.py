"""The appeals of the rulings of a session: what each page says of them, and whom they wait for (Law 92)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubscore.duplicate.models import Appeal
from clubscore.duplicate.session.lineup import LINES
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring import Side


def appeals_of(
    session_id: int, *, board: int | None = None, only_open: bool = False
) -> dict[Slot, list[Appeal]]:
    """The appeals of the rulings of a session by the slot of the ruling, the oldest first. Runs one SQL statement.

    With `board`, only the appeals of the rulings on this board are read.
    """
    appeals = Appeal.objects.open() if only_open else Appeal.objects.all()
    rows = appeals.filter(session=session_id)
    if board is not None:
        rows = rows.filter(ruling__board=board)
    people = ("made_by", "agreed_by", "decided_by")
    found: dict[Slot, list[Appeal]] = {}
    for row in rows.select_related("ruling__section", *people).order_by("pk"):
        found.setdefault(row.ruling.slot, []).append(row)
    return found


def is_asked_to_agree(appeal: Appeal, side: Side | None, member: Member) -> bool:
    """True if an appeal waits for this member, who plays on this side, to agree to it (Law 92D)."""
    is_open = appeal.decision == "" and appeal.agreed_by is None
    is_partner = member.person_id != appeal.made_by.person_id
    return is_open and side == appeal.side and is_partner


def appeals_in_words(appeals: Iterable[Appeal]) -> list[str]:
    """A sentence for each appeal: by which side, and where it stands or how it ended."""
    return [_in_words(appeal) for appeal in appeals]


def _in_words(appeal: Appeal) -> str:
    if appeal.decision == Appeal.Decision.WITHDRAWN:
        words = _("%(side)s took an appeal back.")
    elif appeal.decision:
        words = _("%(side)s appealed. %(name)s (%(role)s): %(decision)s.")
    elif appeal.agreed_by:
        words = _("%(side)s appeal: it waits to be heard.")
    else:
        words = _("%(side)s appeal: it is heard once both of the pair agree (Law 92D).")
    return words % {
        "side": LINES[appeal.side],
        "name": appeal.decided_by.name if appeal.decided_by else "",
        "role": appeal.get_heard_as_display(),
        "decision": appeal.get_decision_display(),
    }
