"""The template context of the pages of late changes."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import is_about, kind_of_late, words_of
from clubscore.duplicate.approval.permissions import (
    approvers_of,
    is_second,
    is_second_person,
)
from clubscore.duplicate.approval.queries import (
    late_changes_of,
    late_changes_waiting,
    late_changes_waiting_in,
)
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.directed import directors_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member


@dataclass(frozen=True, slots=True)
class ShownLateChange:
    """A late change as a page shows it, and what the viewer may do about it."""

    row: LateChange
    words: str
    page: str
    """The address of the page that shows the record as it is now."""
    may_answer: bool = False
    may_take_back: bool = False
    who_may: str = ""
    """While it waits for somebody else than the viewer: a sentence that names the organisers who may approve it."""

    @property
    def proposal(self) -> str:
        """The proposal in words: the director, the clause, and the regulation of the club if one is named."""
        row = self.row
        words = _(
            "%(name)s, as director, is satisfied beyond reasonable doubt that the record is wrong, by Law %(law)s."
        )
        if row.regulation:
            words = _(
                "%(name)s, as director, is satisfied beyond reasonable doubt that the record is wrong, "
                "by Law %(law)s and by %(regulation)s."
            )
        return words % {
            "name": row.proposed_by.name,
            "law": row.clause,
            "regulation": row.regulation,
        }

    @property
    def answer(self) -> str:
        """The answer in words; while the proposal waits, a sentence that says whose answer it waits for."""
        row = self.row
        words = {
            "": _("Waits for an organiser of the club, who approves or declines."),
            "approved": _("%(name)s, as organiser, approved it."),
            "declined": _("%(name)s, as organiser, did not approve it: %(reason)s"),
            "withdrawn": _("%(name)s took it back."),
        }[row.decision]
        name = row.decided_by.name if row.decided_by else ""
        return words % {"name": name, "reason": row.decided_for}


def shown_late_change(state: SessionState, late: LateChange) -> ShownLateChange:
    """A late change for a list, where nobody answers it."""
    return ShownLateChange(late, words_of(state, late), kind_of_late(late).page(late))


def late_change_to_answer(
    state: SessionState, late: LateChange, viewer: Member
) -> ShownLateChange:
    """A late change for its own page, with what the viewer may do about it."""
    waits = late.decision == ""
    directed = directors_of(state.session) if waits else frozenset()
    may_answer = waits and is_second(state, late, viewer, directed)
    who_may = ""
    if waits and not may_answer:
        who_may = approvers_of(state, late, directed).in_words
    return ShownLateChange(
        late,
        words_of(state, late),
        kind_of_late(late).page(late),
        may_answer=may_answer,
        may_take_back=waits and late.proposed_by.person_id == viewer.person_id,
        who_may=who_may,
    )


def late_changes_at(
    state: SessionState, slot: Slot, viewer: Member
) -> list[ShownLateChange]:
    """The late changes of a board that wait for an organiser, with what the viewer may do about each, the oldest first.

    The database is not read before play is over.
    """
    if not state.session.is_over:
        return []
    waiting = late_changes_waiting_in(state.session.pk)
    found = [late for late in waiting if is_about(state, late, slot)]
    return [late_change_to_answer(state, late, viewer) for late in found]


def late_changes_context(state: SessionState) -> dict[str, object]:
    """The context of the page with the late changes of a session, the newest first."""
    shown = [
        shown_late_change(state, late) for late in late_changes_of(state.session.pk)
    ]
    return {"session": state.session, "late_changes": shown}


def waiting_context(organiser: Member) -> list[ShownLateChange]:
    """The late changes of all sessions that wait and that this organiser may approve, the oldest first."""
    waiting = []
    for late in late_changes_waiting():
        state = load(late.session_id)
        if is_second_person(state, late, organiser):
            waiting.append(shown_late_change(state, late))
    return waiting
