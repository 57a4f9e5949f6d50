"""Services that write results at a table, agreements, proposals of another result, and the answers to proposals."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.prepared.writes import PreparedInsert
from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import Play, PlayProposal, PlaySignature, Tablet
from clubscore.duplicate.outcomes.desk import BoardDesk, desk_to_enter
from clubscore.duplicate.outcomes.results import AGREED, DIFFERS, ENTERED, SlotResult
from clubscore.duplicate.play.entering import refusals
from clubscore.duplicate.play.entering.entries import (
    ResultEntered,
    ResultEntry,
    sent_before,
)
from clubscore.duplicate.session.holding import move, move_as_read
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import (
    SlotState,
    hold_slot,
    hold_to_enter,
    times_at_table,
)
from clubscore.duplicate.slot import Slot
from clubscore.languages.stored_sentences import (
    AT_THE_TABLE,
    BOTH_AGREE,
    BY_THE_DIRECTOR,
    RECORDED_AGAIN,
)
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.web.clock import near, not_before

_PLAY, _SIGNATURE = PreparedInsert(Play), PreparedInsert(PlaySignature)


def record_play(
    *, session_id: int, slot: Slot, entry: ResultEntry, by: Member, now: datetime
) -> ResultEntered:
    """Record a result for one of the four players, or for a director, and return the outcome.

    If a form is sent again, the result is recorded only once. If a player enters the result that is recorded, the entry
    counts as the player's signature. If a player enters another result, it replaces the recorded result while the round
    lasts and the other side has not agreed; otherwise it is a proposal, which the other side answers. A director's
    entry replaces the result.

    Raises Refused if the sender may not enter this result or the facts do not fit, ResultChanged if the sender saw an
    older version, KeySpent if the form with this key has recorded another result, scoring.ScoringError if the deal
    cannot be scored, and Overtaken if another request has changed the plan or ended the session meanwhile.
    """
    with write_transaction():
        desk = desk_to_enter(load(session_id), slot, by, entry.tablet)
        now = hold_to_enter(desk.at, now)
        if sent := sent_before(desk.at, entry, desk.results):
            return sent
        entered = enter(desk=desk, entry=entry, now=now)
        move_as_read(state=desk.at.state)
    return entered


def enter(*, desk: BoardDesk, entry: ResultEntry, now: datetime) -> ResultEntered:
    """Write a result at the desk of a member who may enter it, in the caller's transaction, and return the outcome.

    The caller has locked the slot with `hold_to_enter`, which gives `now`, and calls `move_as_read` after its last
    entry. Raises Refused, ResultChanged and scoring.ScoringError like `record_play`.
    """
    at, results = desk.at, desk.results
    result = results.get(at.slot)
    refusals.require_recordable(desk, results, entry, now)
    if result:
        return _second(desk, result, entry, now)
    version = 1 + results.struck.get(at.slot, 0)
    return _first(desk, entry, version, now)


def _first(
    desk: BoardDesk, entry: ResultEntry, version: int, now: datetime
) -> ResultEntered:
    """Write the result of a slot that has no result, and return the outcome.

    If an earlier result of the slot was struck, the new result is its next version.
    """
    reason = RECORDED_AGAIN() if version > 1 else ""
    play = write_play(
        at=desk.at, entry=entry, version=version, reason=reason, by=desk.by, now=now
    )
    return ResultEntered(play, ENTERED)


def _second(
    desk: BoardDesk, result: SlotResult, entry: ResultEntry, now: datetime
) -> ResultEntered:
    """Write an entry for a slot that has a result, and return the outcome.

    The entry becomes an agreement, a new version of the result, or a proposal of another result.
    """
    at, by, side = desk.at, desk.by, desk.side
    if entry.agrees_with(result.play):
        return _agree(desk, result, entry, now)
    is_open = _is_open(desk, result)
    if is_open and entry.seen_version != result.play.version:
        words = _("%(told)s Look, and record again.")
        raise refusals.ResultChanged(words % {"told": refusals.already(at, result)})
    refusals.require_change(desk, result, entry.facts)
    may_replace = is_open and at.round_is_on and not result.proposal
    if side is None or may_replace:
        return _replace(desk, result, entry, now)
    return _propose(at, result, entry, by, now)


def _agree(
    desk: BoardDesk, result: SlotResult, entry: ResultEntry, now: datetime
) -> ResultEntered:
    """Sign the recorded result for a player whose entry has the same result, and return the outcome.

    A director's entry signs nothing.
    """
    if desk.side:
        sign(
            play=result.row(),
            how=SignatureMethod.KEPT,
            by=desk.by,
            now=now,
            tablet=entry.tablet,
        )
    standing = result.standing(desk.at.sides, desk.by.person_id)
    return ResultEntered(result.play, standing)


def _is_open(desk: BoardDesk, result: SlotResult) -> bool:
    """True if the entry comes from a director, or if the other side has not agreed to the recorded result."""
    if desk.side is None:
        return True
    return not result.is_signed_by(desk.at, desk.side.other)


def _replace(
    desk: BoardDesk, result: SlotResult, entry: ResultEntry, now: datetime
) -> ResultEntered:
    """Write an entry as the next version of a result, and return the outcome.

    If a proposal waits for an answer, it is refused in the name of the sender.
    """
    if result.proposal:
        close_proposal(
            proposal=result.proposal,
            answer=PlayProposal.Answer.REFUSED,
            by=desk.by,
            now=now,
        )
    reason = AT_THE_TABLE() if desk.side else BY_THE_DIRECTOR()
    version = result.play.version + 1
    play = write_play(
        at=desk.at, entry=entry, version=version, reason=reason, by=desk.by, now=now
    )
    return ResultEntered(play, ENTERED)


def _propose(
    at: SlotState, result: SlotResult, entry: ResultEntry, by: Member, now: datetime
) -> ResultEntered:
    """Write an entry as a proposal of another result, for the other side to answer, and return the outcome.

    Raises Refused if a proposal waits already.
    """
    if result.proposal:
        words = _(
            "%(name)s has said already that board %(board)s is not right. Call the director."
        )
        name = result.proposal.made_by.short_name
        raise Refused(words % {"name": name, "board": at.slot.board})
    PlayProposal.objects.create(
        session=at.state.session,
        play=result.row(),
        made_at=now,
        made_by=by,
        tablet=entry.tablet,
        **entry.columns,
    )
    return ResultEntered(result.play, DIFFERS)


def write_play(
    *,
    at: SlotState,
    entry: ResultEntry,
    version: int,
    reason: str,
    by: Member,
    now: datetime,
) -> Play:
    """Write an entry as a version of a result, in the caller's transaction, and return the new row.

    If `by` is a player at the table, the player also signs the version.
    """
    play = new_play(at=at, entry=entry, version=version, reason=reason, by=by, now=now)
    _PLAY.insert(play)
    if at.side_of(by):
        signature = PlaySignature(
            play=play,
            member=by,
            at=now,
            how=SignatureMethod.RECORDED,
            tablet=entry.tablet,
        )
        _SIGNATURE.insert(signature)
    return play


def new_play(
    *,
    at: SlotState,
    entry: ResultEntry,
    version: int,
    reason: str,
    by: Member,
    now: datetime,
) -> Play:
    """An entry as a version of a result: a row that is not saved yet."""
    names = ("round", "table", "north", "south", "east", "west")
    columns: dict[str, object] = {name: getattr(at.row, name) for name in names}
    return Play(
        session=at.state.session,
        section=at.section.section,
        board=at.slot.board,
        version=version,
        reason=reason,
        recorded_at=now,
        recorded_by=by,
        **columns,
        **entry.columns,
    )


def sign_play(
    *,
    session_id: int,
    slot: Slot,
    version: int,
    by: Member,
    now: datetime,
    tablet: Tablet | None = None,
) -> str:
    """Agree to a version of a result that the member has read, and return the standing of the slot.

    A member signs a version only once. Raises Refused if the member does not play at the table, if there is no result,
    if the result has a ruling or an open proposal, or if the session is not in play. Raises ResultChanged if `version`
    is not the newest version.
    """
    with write_transaction():
        desk, result = _with_result(session_id, slot, by, tablet)
        at = desk.at
        if result.play.version != version:
            words = _("%(told)s Look, and answer again.")
            raise refusals.ResultChanged(words % {"told": refusals.already(at, result)})
        if result.proposal:
            raise Refused(refusals.TWO_RESULTS)
        standing = result.standing(at.sides, by.person_id)
        sign(
            play=result.row(), how=SignatureMethod.TAPPED, by=by, now=now, tablet=tablet
        )
        move(session_id=session_id)
    return standing


def answer_proposal(
    *,
    session_id: int,
    slot: Slot,
    proposal_id: int,
    accept: bool,
    key: UUID,
    by: Member,
    now: datetime,
    tablet: Tablet | None = None,
) -> str:
    """Accept a proposal in the name of the other side, or withdraw it in the name of the side that made it.

    Returns the standing of the slot. Raises Refused if the member does not play at the table, if the member's side may
    not give this answer, if a proposal is accepted after the round (then the director decides), if there is a ruling,
    or if the session is not in play. Raises ResultChanged if the proposal no longer waits for an answer.
    """
    with write_transaction():
        desk, result = _with_result(session_id, slot, by, tablet)
        at = desk.at
        proposal = _open_proposal(at, result, proposal_id)
        is_own = _is_own(desk, proposal, accept=accept)
        now = not_before(now, proposal.made_at, *near(now, *times_at_table(at)))
        if is_own:
            close_proposal(
                proposal=proposal,
                answer=PlayProposal.Answer.WITHDRAWN,
                by=by,
                now=now,
            )
            sign(
                play=result.row(),
                how=SignatureMethod.TAPPED,
                by=by,
                now=now,
                tablet=tablet,
            )
        else:
            entry = ResultEntry(
                proposal.facts, proposal.lead, result.play.version, key, tablet
            )
            _accept(at=at, proposal=proposal, entry=entry, by=by, now=now)
        move(session_id=session_id)
    if is_own:
        return result.agreement(at.sides, by.person_id)
    if at.side_of(proposal.made_by):
        return AGREED
    return ENTERED


def _open_proposal(at: SlotState, result: SlotResult, pk: int) -> PlayProposal:
    """The proposal with this id, if it waits for an answer. Raises ResultChanged if it does not."""
    proposal = result.proposal
    if proposal is None or proposal.pk != pk:
        words = _("That has been answered. %(told)s")
        raise refusals.ResultChanged(words % {"told": refusals.already(at, result)})
    return proposal


def _is_own(desk: BoardDesk, proposal: PlayProposal, *, accept: bool) -> bool:
    """True if the member's side withdraws its own proposal; False if it accepts the other side's proposal.

    Raises Refused if a side accepts its own proposal or withdraws the other side's proposal, if neither side made the
    proposal, and if a proposal is accepted after the round (Law 79B).
    """
    asking = desk.at.side_behind(proposal.made_by)
    is_own = asking is desk.side
    if asking is None or accept == is_own:
        raise Refused(_("The other side answers that. Call the director."))
    if not is_own and not desk.at.round_is_on:
        message = _(
            "The round is over: now the director decides (Law 79B). Call the director."
        )
        raise Refused(message)
    return is_own


def _accept(
    *,
    at: SlotState,
    proposal: PlayProposal,
    entry: ResultEntry,
    by: Member,
    now: datetime,
) -> None:
    """Make the proposed result the next version of the result.

    The player `by` records and signs the version, and the member who made the proposal signs it too.
    """
    close_proposal(
        proposal=proposal, answer=PlayProposal.Answer.ACCEPTED, by=by, now=now
    )
    play = write_play(
        at=at,
        entry=entry,
        version=entry.seen_version + 1,
        reason=BOTH_AGREE(),
        by=by,
        now=now,
    )
    sign(
        play=play,
        how=SignatureMethod.RECORDED,
        by=proposal.made_by,
        now=now,
        tablet=proposal.tablet,
    )


def _with_result(
    session_id: int, slot: Slot, by: Member, tablet: Tablet | None
) -> tuple[BoardDesk, SlotResult]:
    """The BoardDesk of a player at a slot, and the result of the slot.

    Raises Refused if the member does not play at the table (the message does not tell the result), if the session is
    not in play, if the director has ruled, or if there is no result.
    """
    desk = desk_to_enter(load(session_id), slot, by, tablet)
    if desk.side is None:
        raise Refused(_("Only the four who played the board answer."))
    refusals.require_in_play(desk.at)
    hold_slot(desk.at)
    refusals.require_no_ruling(desk.at, desk.results)
    result = desk.results.get(slot)
    if result is None:
        raise Refused(refusals.NOT_ENTERED)
    return desk, result


def sign(
    *,
    play: Play,
    how: SignatureMethod,
    by: Member,
    now: datetime,
    tablet: Tablet | None = None,
) -> None:
    """Write the signature of a member who agrees to a version of a result, in the caller's transaction.

    `how` says how the member agreed. A member who agrees to the version already does not sign it again.
    """
    given = {"at": max(now, play.recorded_at), "how": how, "tablet": tablet}
    PlaySignature.objects.get_or_create(
        play=play, member=by, taken_back_at=None, defaults=given
    )


def close_proposal(
    *, proposal: PlayProposal, answer: str, by: Member, now: datetime
) -> None:
    """Write the answer to a proposal of another result, in the caller's transaction.

    `answer` is a value of PlayProposal.Answer; `by` is the member who answers.
    """
    proposal.answer = answer
    proposal.answered_by = by
    proposal.answered_at = max(now, proposal.made_at)
    proposal.save(update_fields=["answer", "answered_by", "answered_at"])
