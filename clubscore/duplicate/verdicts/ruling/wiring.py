"""Rulings as late changes: what a proposal keeps of a ruling, and how the ruling is made when it is approved."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.approval.services import Proposed
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.outcomes.desk import SessionDesk, desk_to_rule
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.outcomes.unplayed import slot_to_rule
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling.services import Given, write_approved_ruling
from clubscore.members.models import Member
from scoring.duplicate.law79 import Conviction
from scoring.duplicate.outcome_line import outcome_line, parse_outcome
from scoring.duplicate.outcomes import Outcome


def proposed_ruling(slot: Slot, given: Given) -> Proposed:
    """A ruling as a director proposes it after the correction period."""
    content = {
        "slot": list(slot),
        "line": outcome_line(given.outcome) if given.outcome else "",
        "law": given.law,
        "seen_ruling": given.seen_ruling,
        "seen_play": given.seen_play,
        "claim": given.claim,
        "conviction": given.conviction.value,
    }
    return Proposed(LateChange.Kind.RULING, content, given.text, given.key)


def _slot(late: LateChange) -> Slot:
    return Slot(*late.content["slot"])


def _outcome(late: LateChange) -> Outcome | None:
    """The proposed outcome; None if the ruling in force is to be withdrawn."""
    line = late.content["line"]
    return parse_outcome(line, _slot(late).board) if line else None


def _make(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    desk = desk_to_rule(SessionDesk(state, late.proposed_by), _slot(late))
    given = Given(
        outcome=_outcome(late),
        law=late.content["law"],
        text=late.why,
        seen_ruling=late.content["seen_ruling"],
        seen_play=late.content["seen_play"],
        key=late.key,
        claim=late.content["claim"],
        conviction=Conviction(late.content["conviction"]),
    )
    write_approved_ruling(desk=desk, given=given, approved_by=organiser, now=now)


def _words(state: SessionState, late: LateChange) -> str:
    at = slot_to_rule(state, _slot(late))
    outcome = _outcome(late)
    values = {"board": at.slot.board, "where": at.where, "law": late.content["law"]}
    if outcome is None:
        return _("Board %(board)s, %(where)s: the ruling is withdrawn") % values
    values["outcome"] = outcome_in_words(outcome, at.names)
    return _("Board %(board)s, %(where)s: %(outcome)s (Law %(law)s)") % values


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    return is_concerned(slot_to_rule(state, _slot(late)), member)


def _page(late: LateChange) -> str:
    return reverse("duplicate:traveller", args=[late.session_id, _slot(late).board])


def _is_about(state: SessionState, late: LateChange, slot: Slot) -> bool:
    return _slot(late) == slot


register(
    LateChange.Kind.RULING,
    LateKind(
        make=_make,
        words=_words,
        page=_page,
        is_concerned=_is_concerned,
        is_about=_is_about,
    ),
)
