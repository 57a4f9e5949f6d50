"""The groups of a fouled board as a late change, which an organiser approves."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.approval.services import Proposed
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.models.groups import GROUPS
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.groups.services import write_groups
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.templatetags.sentences import one_by_one


def proposed_groups(
    board: int, changed: Mapping[Slot, str], reason: str, key: UUID
) -> Proposed:
    """The groups of a board as a director proposes them after the period; `changed` has the slots that move.

    Raises Refused if no slot moves.
    """
    if not changed:
        raise Refused(_("That is how the tables are grouped already: nothing changes."))
    groups = [[*slot, group] for slot, group in sorted(changed.items())]
    content = {"board": board, "groups": groups}
    return Proposed(LateChange.Kind.GROUPS, content, reason, key)


def _groups(late: LateChange) -> dict[Slot, str]:
    """The proposed group of each slot that moves."""
    return {Slot(*slot): group for *slot, group in late.content["groups"]}


def _make(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    write_groups(
        state=state,
        board=late.content["board"],
        groups=_groups(late),
        reason=late.why,
        by=late.proposed_by,
        now=now,
    )


def _words(state: SessionState, late: LateChange) -> str:
    names = dict(GROUPS)
    moved = []
    for slot, group in _groups(late).items():
        section = state.section(slot.letter)
        assert section
        words = _("table %(table)s, round %(round)s: %(group)s")
        table = table_name(state, section, slot.table)
        values = {"table": table, "round": slot.round, "group": names[group]}
        moved.append(words % values)
    words = _("Board %(board)s, compared with others: %(moved)s")
    return words % {"board": late.content["board"], "moved": one_by_one(moved)}


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    """True if the member has played the board: its groups decide what everybody who played it scores."""
    viewer = viewer_of(state, member, directs=False)
    return any(
        slot.board == late.content["board"] and viewer.sits_in(slot, row.seated)
        for slot, row in slots_of(state)
    )


def _page(late: LateChange) -> str:
    board = late.content["board"]
    return reverse("duplicate:traveller", args=[late.session_id, board])


def _is_about(state: SessionState, late: LateChange, slot: Slot) -> bool:
    return bool(slot.board == late.content["board"])


register(
    LateChange.Kind.GROUPS,
    LateKind(
        make=_make,
        words=_words,
        page=_page,
        is_concerned=_is_concerned,
        is_about=_is_about,
    ),
)
