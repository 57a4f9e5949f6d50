"""Writes of a correction: it is asked for, answered by the other side, and decided by a director.

After the correction period an organiser approves it: see `clubscore.duplicate.approval`.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.approval.services import (
    LateGrounds,
    Proposed,
    write_proposal,
)
from clubscore.duplicate.models import (
    Correction,
    LateChange,
    Session,
    TakenBackAnswer,
)
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.outcomes.results import SlotResult
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.play.entering import entries, refusals
from clubscore.duplicate.play.entering.services import close_proposal, sign, write_play
from clubscore.duplicate.session.holding import hold, move
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.correcting.law import (
    Grounds,
    RequestedChange,
    clause_of,
    law_says,
    require_allowed_by_law,
)
from clubscore.languages.stored_sentences import BY_LAW
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import not_before
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Moment
from scoring.duplicate.law79 import Conviction, differ_in_tricks_alone

DECIDED = gettext_lazy("That was decided already. Look at the page as it is now.")

NO_CLAIM = gettext_lazy(
    "Say if there was a claim or a concession: the law asks that first (79B1)."
)


class Asked(NamedTuple):
    """The content of a form that asks for another result.

    It has the other result, the kind of error, the reason, and the version of the recorded result that the sender saw.
    `key` identifies the form, so that a form that is sent twice counts once.
    """

    facts: scoring.Deal
    error: str
    why: str
    seen_version: int
    key: UUID
    claim: str = ""
    """A value of Claim if the error is about the number of tricks (Law 79B1), else empty."""


def ask(
    *, session: Session, slot: Slot, asked: Asked, by: Member, now: datetime
) -> Correction:
    """Ask for another result of a board, as one of its players, and return the correction.

    A form that is sent twice makes one correction. Raises Refused during play, after the correction period, for members
    who did not play the board, in a cancelled session, if the board was ruled on or has no result, if another
    correction of the board is open, and if the other result is the recorded one or has facts that only rubber bridge
    records. Raises ResultChanged if the sender did not see the newest version of the result, scoring.ScoringError for
    a result that is not possible.
    """
    with write_transaction():
        desk = _held(session, slot, by)
        if sent := once(asked.key, Correction.objects.filter(session=session)):
            return sent
        if desk.side is None:
            raise Refused(
                _("Only the four who played the board ask for another result of it.")
            )
        if desk.whole.is_final(now):
            words = _(
                "The correction period is over. Tell the director: now it takes approval as well (Law 79C2)."
            )
            raise Refused(words)
        correction = _write(desk, asked, now)
        move(session_id=session.pk)
    return correction


def correct_alone(
    *,
    session: Session,
    slot: Slot,
    asked: Asked,
    grounds: Grounds,
    by: Member,
    now: datetime,
) -> Correction:
    """Correct a result as a director, without a request by a player, and return the correction.

    A form that is sent twice corrects once. After the correction period the correction waits for approval. Raises
    PermissionDenied for members who do not direct. Raises Refused during play, for a director who is concerned, if Law
    79 does not allow the correction, without a reason, in a cancelled session, if the board was ruled on or has no
    result, if another correction of the board is open, and if the other result is the recorded one or has facts that
    only rubber bridge records. Raises ResultChanged if the sender did not see the newest version of the result,
    scoring.ScoringError for a result that is not possible.
    """
    with write_transaction():
        desk = _held(session, slot, by)
        desk.whole.require_director()
        if sent := once(asked.key, Correction.objects.filter(session=session)):
            return sent
        correction = _write(desk, asked, now)
        _execute(desk, correction, grounds, asked.why, now)
        move(session_id=session.pk)
    return correction


def answer_request(
    *, correction: Correction, confirm: bool, by: Member, now: datetime
) -> None:
    """Answer a correction for the side that did not ask for it: confirm it, or refuse it if `confirm` is false.

    Raises Refused for other members, if the correction was already answered or decided, and if the session was
    cancelled.
    """
    with write_transaction():
        desk, held = _opened(correction, by)
        side, asking = desk.side, desk.at.side_behind(held.asked_by)
        if None in (side, asking) or side is asking:
            raise Refused(_("The other side of the table answers that."))
        _require_undecided(held)
        if held.answered_by:
            words = _("%(name)s has answered for your side already.")
            raise Refused(words % {"name": held.answered_by.short_name})
        held.answer = Correction.Answer.REFUSED
        if confirm:
            held.answer = Correction.Answer.CONFIRMED
        held.answered_by, held.answered_at = by, not_before(now, held.asked_at)
        held.save(update_fields=["answer", "answered_by", "answered_at"])
        move(session_id=correction.session_id)


def take_back_answer(*, correction: Correction, by: Member, now: datetime) -> None:
    """Take back the answer of the side that confirmed or refused a correction, until the director has decided.

    What was said stays in a row of its own, and the side may answer again. Raises Refused for other members, if the
    side has not answered, if the correction was already decided, and if the session was cancelled.
    """
    with write_transaction():
        desk, held = _opened(correction, by)
        asking = desk.at.side_behind(held.asked_by)
        if None in (desk.side, asking) or desk.side is asking:
            raise Refused(_("The side that answered takes its answer back."))
        _require_undecided(held)
        if held.answered_by is None or held.answered_at is None:
            raise Refused(
                _("Your side has not answered: there is nothing to take back.")
            )
        TakenBackAnswer.objects.create(
            correction=held,
            answer=held.answer,
            answered_by=held.answered_by,
            answered_at=held.answered_at,
            taken_back_by=by,
            taken_back_at=not_before(now, held.answered_at),
        )
        held.answer, held.answered_by, held.answered_at = "", None, None
        held.save(update_fields=["answer", "answered_by", "answered_at"])
        move(session_id=correction.session_id)


def withdraw(*, correction: Correction, by: Member, now: datetime) -> None:
    """Take a correction back for the side that asked for it.

    Raises Refused for other members, if the correction was already decided, and if the session was cancelled.
    """
    with write_transaction():
        desk, held = _opened(correction, by)
        asking = desk.at.side_behind(held.asked_by)
        if desk.side is None or desk.side is not asking or held.decision:
            raise Refused(
                _("The side that asked takes it back, as long as nobody has decided.")
            )
        _decide(held, Correction.Decision.WITHDRAWN, "", by, now)
        move(session_id=correction.session_id)


def decide(
    *,
    correction: Correction,
    grounds: Grounds | None,
    reason: str,
    by: Member,
    now: datetime,
) -> None:
    """Decide a correction as a director: make the correction on `grounds`, or decline it if `grounds` is None.

    Raises PermissionDenied for members who do not direct. Raises Refused if Law 79 does not allow the correction, if it
    was already decided, if the session was cancelled, and if a reason is missing: a reason is needed to decline, and to
    make a correction that the other side has not confirmed. A director who is concerned may only make a correction that
    the other side confirmed.
    """
    with write_transaction():
        desk, held = _opened(correction, by)
        desk.whole.require_director()
        _require_undecided(held)
        if grounds is None and desk.is_concerned:
            raise Refused(
                _(
                    "You played this board yourself: another director or an admin says that it stands."
                )
            )
        if grounds is None:
            if not reason:
                raise Refused(_("Say why the result stands."), field="reason")
            _decide(held, Correction.Decision.DECLINED, reason, by, now)
        else:
            _execute(desk, held, grounds, reason, now)
        move(session_id=correction.session_id)


def make_approved(
    *,
    desk: BoardDesk,
    correction: Correction,
    organiser: Member | None,
    now: datetime,
) -> None:
    """Make a correction that a director proposed after the period, in a locked session and the caller's transaction.

    `organiser` is the second person, who approves it (Law 79C2). Raises Refused if Law 79 does not allow the
    correction, if the board was ruled on, and if its result was replaced.
    """
    held = correction
    assert held.decided_by
    grounds = Grounds(Conviction.BEYOND_DOUBT, held.regulation, is_approved=True)
    change = RequestedChange.of(held)
    answer = law_says(desk.at, change, grounds, Moment.PERIOD_OVER)
    require_allowed_by_law(desk.at, change, answer)
    held.second_by, held.second_at = organiser, not_before(now, held.decided_at or now)
    _make(desk, _standing(desk, held), held, held.decided_by, now)


def close_proposed(
    *, correction: Correction, reason: str, by: Member, now: datetime
) -> None:
    """Close a proposed correction without making it, in the caller's transaction.

    An organiser declines it for a reason. Without a reason the director who proposed it takes it back.
    """
    correction.decision = Correction.Decision.WITHDRAWN
    if reason:
        correction.decision = Correction.Decision.DECLINED
        correction.second_by, correction.second_for = by, reason
        correction.second_at = not_before(now, correction.decided_at or now)
    correction.save(update_fields=["decision", "second_by", "second_at", "second_for"])


def _held(session: Session, slot: Slot, by: Member) -> BoardDesk:
    """Lock a session, and return the desk of a member at one of its boards.

    Raises Refused if play is not over, or if the session was cancelled.
    """
    desk = board_desk(SessionDesk(hold(session), by), slot)
    if not desk.session.is_over:
        raise Refused(
            _("Play is not over: change the result at the table, or call the director.")
        )
    return desk


def _opened(correction: Correction, by: Member) -> tuple[BoardDesk, Correction]:
    """Lock the session of a correction, and return the member's desk at the board and the correction, read again.

    Raises Refused if the correction is not open any more, or if the session was cancelled.
    """
    desk = _held(correction.session, correction.play.slot, by)
    rows = Correction.objects.select_related(
        "play", "asked_by", "answered_by", "decided_by"
    )
    held = rows.get(pk=correction.pk)
    if held.decision == Correction.Decision.WITHDRAWN:
        assert held.decided_by
        words = _("%(name)s has taken this request back.")
        raise Refused(words % {"name": held.decided_by.short_name})
    if held.decision not in ("", Correction.Decision.PROPOSED):
        raise Refused(DECIDED)
    return desk, held


def _require_undecided(held: Correction) -> None:
    """Raises Refused if a director has decided an open correction: then it waits for an organiser (Law 79C2)."""
    if held.decided_by:
        words = _("%(name)s has proposed this correction: an organiser answers it now.")
        raise Refused(words % {"name": held.decided_by.short_name})


def _standing(desk: BoardDesk, held: Correction | None = None) -> SlotResult:
    """The recorded result of the board.

    Raises Refused if the board was ruled on or has no result. If `held` is given, also raises Refused if the recorded
    result is not the one that `held` asks to correct.
    """
    refusals.require_no_ruling(desk.at, desk.results)
    result = desk.results.get(desk.slot)
    if result is None:
        raise Refused(_("This board has no result: the director enters it."))
    if held and result.play.pk != held.play_id:
        raise Refused(_("The result was changed meanwhile. Look, and ask again."))
    return result


def _write(desk: BoardDesk, asked: Asked, now: datetime) -> Correction:
    """Save the request for another result of a board, and return it as a Correction.

    Raises ResultChanged if the sender did not see the newest version of the result. Raises Refused if the board was
    ruled on or has no result, if another correction of the board is open, if the other result is the recorded one, or
    if it has facts that only rubber bridge records.
    """
    result = _standing(desk)
    play = result.row()
    if asked.seen_version != play.version:
        raise refusals.ResultChanged(
            f"{refusals.already(desk.at, result)} {_('Look, and ask again.')}"
        )
    if Correction.objects.open().filter(play=play).exists():
        raise Refused(
            _("Another correction of this board is open: it is decided first.")
        )
    refusals.require_facts_of_duplicate(asked.facts)
    score_board(desk.slot.board, asked.facts)
    if columns_of(asked.facts) == columns_of(play.facts):
        raise Refused(_("That is what is recorded already: tap what was different."))
    lead = play.lead if asked.facts.contract else ""
    # Where more than the number of tricks differs, the result was entered wrongly (Law 79C).
    error, claim = Correction.Error.SCORE, ""
    if differ_in_tricks_alone(play.facts, asked.facts):
        error = Correction.Error(asked.error)
    if error == Correction.Error.TRICKS:
        claim = asked.claim
        if not claim:
            raise Refused(NO_CLAIM, field="claim")
    return Correction.objects.create(
        session=desk.session,
        play=play,
        lead=lead,
        error=error,
        claim=claim,
        why=asked.why,
        asked_at=not_before(now, play.recorded_at),
        asked_by=desk.by,
        key=asked.key,
        **columns_of(asked.facts),
    )


def _execute(
    desk: BoardDesk, held: Correction, grounds: Grounds, reason: str, now: datetime
) -> None:
    """Make a correction on `grounds`, or only propose it if it was asked for after the correction period.

    Raises Refused if the board was ruled on, if its result was replaced, or if Law 79 does not allow the correction.
    Unless the other side has confirmed the correction, also raises Refused without a reason, and for a director who is
    concerned.
    """
    result = _standing(desk, held)
    change = RequestedChange.of(held)
    if desk.is_concerned and not change.agreed:
        raise Refused(
            _(
                "You played this board yourself: the other side confirms it, or another director decides."
            )
        )
    if not (change.agreed or reason):
        raise Refused(
            _("Say why, for the other side has not confirmed it."), field="reason"
        )
    moment = desk.whole.moment_of_law(held.asked_at)
    is_late = moment is Moment.PERIOD_OVER
    grounds = grounds._replace(is_approved=is_late)
    answer = law_says(desk.at, change, grounds, moment)
    require_allowed_by_law(desk.at, change, answer)
    held.clause = clause_of(desk.at, answer)
    held.late = is_late
    held.regulation = grounds.regulation
    if is_late:
        _decide(held, Correction.Decision.PROPOSED, reason, desk.by, now)
        _propose(desk, held, grounds, now)
    else:
        held.decided_for = reason
        _make(desk, result, held, desk.by, now)


def _propose(
    desk: BoardDesk, held: Correction, grounds: Grounds, now: datetime
) -> None:
    """Ask the organisers to approve a correction after the correction period (Law 79C2)."""
    write_proposal(
        session=desk.session,
        proposed=Proposed(
            LateChange.Kind.CORRECTION,
            {},
            held.decided_for or held.why,
            held.key,
            correction=held,
        ),
        grounds=LateGrounds(
            grounds.conviction is Conviction.BEYOND_DOUBT, grounds.regulation
        ),
        by=desk.by,
        now=now,
    )


def _make(
    desk: BoardDesk,
    result: SlotResult,
    held: Correction,
    decided_by: Member,
    now: datetime,
) -> None:
    """Write the corrected result as a new version, sign it, and close the correction as corrected.

    If the other side confirmed the correction, the member who asked and the member who confirmed sign the new version.
    If not, the director who decided signs, unless the director is concerned.
    """
    now = not_before(now, held.asked_at, held.play.recorded_at)
    entry = entries.ResultEntry(held.facts, held.lead, result.play.version, held.key)
    reason = BY_LAW(clause=held.clause, why=held.decided_for or held.why)[:200]
    version = result.play.version + 1
    play = write_play(
        at=desk.at, entry=entry, version=version, reason=reason, by=decided_by, now=now
    )
    if held.answer == Correction.Answer.CONFIRMED and held.answered_by:
        for member in (held.asked_by, held.answered_by):
            sign(play=play, how=SignatureMethod.TAPPED, by=member, now=now)
    elif not is_concerned(desk.at, decided_by):
        # The director who decided has looked at the result: no player is asked to agree.
        sign(play=play, how=SignatureMethod.TAPPED, by=decided_by, now=now)
    if proposal := result.proposal:
        is_same = columns_of(proposal.facts) == columns_of(held.facts)
        answer = proposal.Answer.ACCEPTED if is_same else proposal.Answer.REFUSED
        close_proposal(proposal=proposal, answer=answer, by=decided_by, now=now)
    held.made = play
    _decide(
        held,
        Correction.Decision.CORRECTED,
        held.decided_for,
        decided_by,
        held.decided_at or now,
    )


def _decide(
    held: Correction, decision: str, reason: str, by: Member, now: datetime
) -> None:
    """Save a decision, a value of Correction.Decision, on a correction.

    The fields that the caller has set before, such as `clause` and `made`, are saved too.
    """
    held.decision, held.decided_for = decision, reason
    held.decided_by, held.decided_at = by, not_before(now, held.asked_at)
    names = (
        "decision",
        "decided_for",
        "decided_by",
        "decided_at",
        "clause",
        "late",
        "regulation",
        "made",
    )
    held.save(update_fields=[*names, "second_by", "second_at"])
