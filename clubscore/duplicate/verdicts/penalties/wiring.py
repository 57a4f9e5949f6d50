"""Penalties as late changes: points that are taken off or given back once an organiser has approved it."""

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.approval.services import Proposed
from clubscore.duplicate.models import LateChange, Penalty
from clubscore.duplicate.outcomes.sight import viewer_of
from clubscore.duplicate.session.lineup import entry_name, entry_names
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.verdicts.penalties.services import (
    Taking,
    write_lift,
    write_penalty,
)
from clubscore.members.models import Member


def proposed_penalty(taking: Taking) -> Proposed:
    """A penalty as a director proposes it after the correction period."""
    content = {
        "letter": taking.letter,
        "number": taking.number,
        "hundredths": taking.hundredths,
        "unit": taking.unit,
        "law": taking.law,
    }
    return Proposed(LateChange.Kind.PENALTY, content, taking.reason, taking.key)


def proposed_lift(penalty: Penalty, reason: str, key: UUID) -> Proposed:
    """The lifting of a penalty as a director proposes it after the correction period."""
    entry = penalty.entry
    content = {"letter": entry.section.letter, "number": entry.number}
    return Proposed(LateChange.Kind.LIFT, content, reason, key, penalty=penalty)


def _take(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    taking = Taking(reason=late.why, key=late.key, **late.content)
    write_penalty(state=state, taking=taking, by=late.proposed_by, now=now)


def _give_back(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    assert late.penalty
    write_lift(
        state=state,
        penalty=late.penalty,
        reason=late.why,
        by=late.proposed_by,
        now=now,
    )


def _taken(state: SessionState, late: LateChange) -> str:
    content = late.content
    penalty = Penalty(hundredths=content["hundredths"], unit=content["unit"])
    words = _("Penalty for %(entry)s: %(penalty)s (Law %(law)s)")
    return words % {
        "entry": _entry(state, late),
        "penalty": penalty.words,
        "law": content["law"],
    }


def _given_back(state: SessionState, late: LateChange) -> str:
    assert late.penalty
    words = _("Penalty of %(entry)s given back: %(penalty)s")
    return words % {"entry": _entry(state, late), "penalty": late.penalty.words}


def _entry(state: SessionState, late: LateChange) -> str:
    """The number and the names of the entry, such as `3 Anna Weiss, Ben Roth`."""
    section = state.section(late.content["letter"])
    assert section
    number = late.content["number"]
    return f"{entry_name(state, section, number)} {entry_names(section, number)}"


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    entry = (late.content["letter"], late.content["number"])
    return viewer_of(state, member, directs=False).plays_for(entry)


def _page(late: LateChange) -> str:
    return reverse("duplicate:ranking", args=[late.session_id])


register(
    LateChange.Kind.PENALTY,
    LateKind(make=_take, words=_taken, page=_page, is_concerned=_is_concerned),
)
register(
    LateChange.Kind.LIFT,
    LateKind(
        make=_give_back, words=_given_back, page=_page, is_concerned=_is_concerned
    ),
)
