"""Corrections as late changes, which an organiser approves."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.duplicate.approval.kinds import LateKind, register
from clubscore.duplicate.models import Correction, LateChange
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.session.slots import slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.services import (
    close_proposed,
    make_approved,
)
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from scoring.words import deal_in_words


def _correction(late: LateChange) -> Correction:
    assert late.correction
    return late.correction


def _desk(state: SessionState, late: LateChange) -> BoardDesk:
    """The desk of the director who proposed the correction, at its board."""
    whole = SessionDesk(state, late.proposed_by)
    return board_desk(whole, _correction(late).play.slot)


def _make(
    state: SessionState, late: LateChange, organiser: Member | None, now: datetime
) -> None:
    correction = _correction(late)
    desk = _desk(state, late)
    make_approved(desk=desk, correction=correction, organiser=organiser, now=now)


def _close(late: LateChange, reason: str, by: Member, now: datetime) -> None:
    close_proposed(correction=_correction(late), reason=reason, by=by, now=now)


def _words(state: SessionState, late: LateChange) -> str:
    correction = _correction(late)
    at = slot_in(state, correction.play.slot)
    words = _("Board %(board)s, %(where)s: %(new)s, not %(old)s")
    return words % {
        "board": at.slot.board,
        "where": at.where,
        "new": told(deal_in_words(correction.facts, at.names)),
        "old": told(deal_in_words(correction.play.facts, at.names)),
    }


def _is_concerned(state: SessionState, late: LateChange, member: Member) -> bool:
    return is_concerned(slot_in(state, _correction(late).play.slot), member)


def _page(late: LateChange) -> str:
    slot = _correction(late).play.slot
    return reverse("duplicate:traveller", args=[late.session_id, slot.board])


def _is_about(state: SessionState, late: LateChange, slot: Slot) -> bool:
    return _correction(late).play.slot == slot


register(
    LateChange.Kind.CORRECTION,
    LateKind(
        make=_make,
        words=_words,
        page=_page,
        is_concerned=_is_concerned,
        close=_close,
        is_about=_is_about,
    ),
)
