"""Writes of a correction: asked for, answered by the other side, decided by who directs, approved after the period."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Correction, Session
from clubscore.duplicate.outcomes.results import SlotResult, results_of
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.play.entering import entries, refusals
from clubscore.duplicate.play.entering.services import close_proposal, sign, write_play
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.session.permissions import require_director
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.law import (
    Change,
    Grounds,
    clause_of,
    law_says,
    moment_at,
    refuse_unless_allowed,
)
from clubscore.languages.stored_sentences import BY_LAW
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Moment
from scoring.duplicate.law79 import Conviction

DECIDED = gettext_lazy("That was decided already. Look at the page as it is now.")


class Asked(NamedTuple):
    """The content of a correction: the facts instead, what was wrong, why, and the version that its sender saw."""

    facts: scoring.Deal
    error: str
    why: str
    seen_version: int
    key: UUID


def ask(*, session: Session, slot: Slot, asked: Asked, by: Member, now: datetime) -> Correction:
    """Ask for another result of a board, by one of its table, until the results are final. Once only by its key.

    Raises Refused while play lasts, after the period, for who did not play the board, and while another is open.
    """
    with write_transaction():
        at = _held(session, slot)
        if sent := Correction.objects.filter(session=session, key=asked.key).first():
            return sent
        if at.side_of(by) is None:
            raise Refused(_("Only the four who played the board ask for another result of it."))
        if moment_at(at, now) is Moment.PERIOD_OVER:
            words = _("The correction period is over. Tell the director: now it takes approval as well (Law 79C2).")
            raise Refused(words)
        correction = _write(at, asked, by, now)
        move(session_id=session.pk)
    return correction


def correct_alone(
    *, session: Session, slot: Slot, asked: Asked, grounds: Grounds, by: Member, now: datetime
) -> Correction:
    """Correct a result by who directs, with the reason, without a word of the players. Once only by its key.

    After the period it waits for approval. Raises Refused where Law 79 does not lead there; PermissionDenied.
    """
    with write_transaction():
        at = _held(session, slot)
        require_director(at.state.session, by)
        if sent := Correction.objects.filter(session=session, key=asked.key).first():
            return sent
        correction = _write(at, asked, by, now)
        _execute(at, correction, grounds, asked.why, by, now)
        move(session_id=session.pk)
    return correction


def answer_request(*, correction: Correction, confirm: bool, by: Member, now: datetime) -> None:
    """Say for the other side whether a correction is right. Raises Refused for others, and when it was answered."""
    with write_transaction():
        at, held = _opened(correction)
        side, asking = at.side_of(by), at.side_behind(held.asked_by)
        if None in (side, asking) or side is asking:
            raise Refused(_("The other side of the table answers that."))
        if held.answer or held.decision:
            raise Refused(DECIDED)
        held.answer = Correction.Answer.CONFIRMED if confirm else Correction.Answer.REFUSED
        held.answered_by, held.answered_at = by, not_before(now, held.asked_at)
        held.save(update_fields=["answer", "answered_by", "answered_at"])
        move(session_id=correction.session_id)


def withdraw(*, correction: Correction, by: Member, now: datetime) -> None:
    """Take a request back, by the side that asked. Raises Refused."""
    with write_transaction():
        at, held = _opened(correction)
        if at.side_of(by) is None or at.side_of(by) is not at.side_behind(held.asked_by) or held.decision:
            raise Refused(_("The side that asked takes it back, as long as nobody has decided."))
        _decide(held, Correction.Decision.WITHDRAWN, "", by, now)
        move(session_id=correction.session_id)


def decide(*, correction: Correction, grounds: Grounds | None, reason: str, by: Member, now: datetime) -> None:
    """Decide a request: carry it out on these grounds, or with None decline it, which needs a reason.

    Raises Refused where Law 79 does not lead there, or the director played the board and the other side has not
    confirmed it; PermissionDenied.
    """
    with write_transaction():
        at, held = _opened(correction)
        require_director(at.state.session, by)
        if held.decision:
            raise Refused(DECIDED)
        if grounds is None and is_concerned(at, by):
            raise Refused(_("You played this board yourself: another director or an admin says that it stands."))
        if grounds is None:
            if not reason:
                raise Refused(_("Say why the result stands."), field="reason")
            _decide(held, Correction.Decision.DECLINED, reason, by, now)
        else:
            _execute(at, held, grounds, reason, by, now)
        move(session_id=correction.session_id)


def approve(*, correction: Correction, accept: bool, reason: str, by: Member, now: datetime) -> None:
    """Approve for the organiser what the director found after the period, or decline it with a reason.

    The organiser is an admin who is neither the director of the session, nor who decided, nor played the board.
    Raises Refused.
    """
    with write_transaction():
        at, held = _opened(correction)
        if held.decision != Correction.Decision.PROPOSED or held.decided_by is None:
            raise Refused(DECIDED)
        directing = {at.state.session.director.person_id, held.decided_by.person_id}
        if not may_administer(by) or by.person_id in directing or is_concerned(at, by):
            raise Refused(_("A second person approves: an admin who does not direct and did not play the board."))
        if accept:
            grounds = Grounds(Conviction.BEYOND_DOUBT, held.regulation, is_approved=True)
            change = Change.of(held)
            refuse_unless_allowed(at, change, law_says(at, change, grounds, Moment.PERIOD_OVER))
            held.second_by, held.second_at = by, not_before(now, held.decided_at or now)
            _make(at, _standing(at, held), held, held.decided_by, now)
        elif not reason:
            raise Refused(_("Say why the result stands."), field="reason")
        else:
            held.decision, held.second_by, held.second_for = Correction.Decision.DECLINED, by, reason
            held.second_at = not_before(now, held.decided_at or now)
            held.save(update_fields=["decision", "second_by", "second_at", "second_for"])
        move(session_id=correction.session_id)


def _held(session: Session, slot: Slot) -> SlotState:
    """The slot of a session that was played. Raises Refused."""
    at = slot_in(hold(session), slot)
    if not at.state.session.is_over:
        raise Refused(_("Play is not over: change the result at the table, or call the director."))
    return at


def _opened(correction: Correction) -> tuple[SlotState, Correction]:
    """A correction that is open, read again under the lock. Raises Refused."""
    at = _held(correction.session, correction.play.slot)
    rows = Correction.objects.open().select_related("play", "asked_by", "answered_by", "decided_by")
    held = rows.filter(pk=correction.pk).first()
    if held is None:
        raise Refused(DECIDED)
    return at, held


def _standing(at: SlotState, held: Correction | None = None) -> SlotResult:
    """The result that counts, still the one that is to be corrected. Raises Refused, also where one is ruled."""
    results = results_of(at.state.session.pk, board=at.slot.board)
    refusals.refuse_ruled(at, results)
    result = results.get(at.slot)
    if result is None:
        raise Refused(_("This board has no result: the director enters it."))
    if held and result.play.pk != held.play_id:
        raise Refused(DECIDED)
    return result


def _write(at: SlotState, asked: Asked, by: Member, now: datetime) -> Correction:
    play = (result := _standing(at)).row()
    if asked.seen_version != play.version:
        raise refusals.ResultChanged(f"{refusals.already(at, result)} {_('Look, and ask again.')}")
    if Correction.objects.open().filter(play=play).exists():
        raise Refused(_("Another correction of this board is open: it is decided first."))
    refusals.refuse_facts(asked.facts)
    score_board(at.slot.board, asked.facts)
    if columns_of(asked.facts) == columns_of(play.facts):
        raise Refused(_("That is what is recorded already: tap what was different."))
    return Correction.objects.create(
        session=at.state.session,
        play=play,
        lead=play.lead if asked.facts.contract else "",
        error=asked.error,
        why=asked.why,
        asked_at=not_before(now, play.recorded_at),
        asked_by=by,
        key=asked.key,
        **columns_of(asked.facts),
    )


def _execute(at: SlotState, held: Correction, grounds: Grounds, reason: str, by: Member, now: datetime) -> None:
    """Carry a correction out; what was asked for after the period is left for approval. Raises Refused."""
    result, change, moment = _standing(at, held), Change.of(held), moment_at(at, held.asked_at)
    if is_concerned(at, by) and not change.agreed:
        raise Refused(_("You played this board yourself: the other side confirms it, or another director decides."))
    if not (change.agreed or reason):
        raise Refused(_("Say why, for the other side has not confirmed it."), field="reason")
    is_late = moment is Moment.PERIOD_OVER
    found = law_says(at, change, grounds._replace(is_approved=is_late), moment)
    refuse_unless_allowed(at, change, found)
    held.clause, held.late, held.regulation = clause_of(at, found), is_late, grounds.regulation
    if is_late:
        _decide(held, Correction.Decision.PROPOSED, reason, by, now)
    else:
        held.decided_for = reason
        _make(at, result, held, by, now)


def _make(at: SlotState, result: SlotResult, held: Correction, by: Member, now: datetime) -> None:
    """Write the version that a correction makes, agreed to by those who said so."""
    now = not_before(now, held.asked_at, held.play.recorded_at)
    entry = entries.Entry(held.facts, held.lead, result.play.version, held.key)
    reason = BY_LAW(clause=held.clause, why=held.decided_for or held.why)[:200]
    play = write_play(at=at, entry=entry, version=result.play.version + 1, reason=reason, by=by, now=now)
    if held.answer == Correction.Answer.CONFIRMED and held.answered_by:
        for member in (held.asked_by, held.answered_by):
            sign(play=play, how=SignatureMethod.TAPPED, by=member, now=now)
    elif not is_concerned(at, by):  # who decided has looked at it: nobody is asked any more
        sign(play=play, how=SignatureMethod.TAPPED, by=by, now=now)
    if proposal := result.proposal:
        is_same, answers = columns_of(proposal.facts) == columns_of(held.facts), proposal.Answer
        close_proposal(proposal=proposal, answer=answers.ACCEPTED if is_same else answers.REFUSED, by=by, now=now)
    held.made = play
    _decide(held, Correction.Decision.CORRECTED, held.decided_for, by, held.decided_at or now)


def _decide(held: Correction, decision: str, reason: str, by: Member, now: datetime) -> None:
    held.decision, held.decided_for = decision, reason
    held.decided_by, held.decided_at = by, not_before(now, held.asked_at)
    names = ("decision", "decided_for", "decided_by", "decided_at", "clause", "late", "regulation", "made")
    held.save(update_fields=[*names, "second_by", "second_at"])
