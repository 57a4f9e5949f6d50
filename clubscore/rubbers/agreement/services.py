"""Writes about agreement (Laws 75, 76): the two books, the four signatures, and the posting that waits for them."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.queries import differs_at_once, is_agreed_enough, refusal_to_agree_instead
from clubscore.rubbers.books import posting
from clubscore.rubbers.holding import hold, move_signatures
from clubscore.rubbers.loading import load, load_all
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, Proposal, Rubber
from clubscore.rubbers.numbers import called
from clubscore.rubbers.recording.queries import already_recorded, refusal_to_record, require_keeper
from clubscore.rubbers.recording.services import write_deal
from clubscore.rubbers.sheet.signatures import dispute_in_words
from clubscore.rubbers.signed import NetSigned
from clubscore.rubbers.state import RubberState
from clubscore.write_lock import write_transaction
from scoring import Seat


@dataclass(frozen=True, slots=True)
class Entered:
    """The result of an entry."""

    deal: Deal
    """The version on the sheet."""
    state: RubberState
    """The rubber as it is after the entry."""
    proposal: Proposal | None = None
    """The version of the other book, where the two differ."""


def enter_deal(
    *, state: RubberState, facts: scoring.Deal, number: int, seen_revision: int, key: UUID, by: Member, now: datetime
) -> Entered:
    """Record deal `number`; if the other side was faster, treat it as the second book (Laws 75, 78).

    The same facts sign the recorded deal; different facts become a proposal on which the four vote.

    Raises the errors of `record_deal`; Stale also when the sender's own side was faster with other facts.
    """
    with write_transaction():
        state = hold(state)
        require_keeper(state, by)
        if sent := already_recorded(state, facts, key):
            return Entered(sent, state)
        refusal = refusal_to_record(state, number, seen_revision)
        if refusal is None:
            return Entered(*write_deal(state=state, facts=facts, key=key, by=by, now=now, signed=True))
        recorded = state.deal(number)
        if recorded is None:
            raise refusal
        return _second_book(state, recorded, facts, key, by, now, refusal)


def _second_book(
    state: RubberState, recorded: Deal, facts: scoring.Deal, key: UUID, by: Member, now: datetime, refusal: Refused
) -> Entered:
    mine, theirs = state.seat_of(by.pk), state.seat_of(recorded.recorded_by_id)
    if mine is None or state.rubber.is_agreed:
        raise refusal
    if replace(facts, note="") == replace(recorded.facts, note=""):  # a note does not score
        _sign(state, recorded, by, now, SignatureMethod.KEPT)
        return Entered(recorded, load(state.rubber.pk))
    sent = Proposal.objects.filter(rubber=state.rubber, key=key).first()
    if sent:
        return Entered(recorded, state, sent)
    if (theirs and mine.side == theirs.side) or not differs_at_once(state, recorded, by):
        raise refusal
    proposal = _other_book(state, recorded, facts, key, by, now)
    return Entered(recorded, load(state.rubber.pk), proposal)


def _other_book(
    state: RubberState, recorded: Deal, facts: scoring.Deal, key: UUID, by: Member, now: datetime
) -> Proposal:
    if state.proposal_for(recorded.number):
        raise Refused(f"Deal {called(state, recorded.number)} is disputed already: vote on the two versions.")
    state.system.fold([facts], rules=state.rules)  # refuses what cannot be
    proposal = Proposal.objects.create(
        rubber=state.rubber,
        base=recorded,
        origin=Proposal.Origin.BOOK,
        made_by=by,
        made_at=now,
        key=key,
        **columns_of(facts),
    )
    proposal.votes.create(member=by, is_yes=True, at=now)
    move_signatures(state=state)
    return proposal


def agree_deal(
    *,
    state: RubberState,
    deal: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Sign a version of a deal for a player.

    Raises Refused when the version is not on the sheet any more, PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied("Only the four players agree to a deal.")
        if deal not in state.deals:
            raise Refused(f"Deal {called(state, deal.number)} has been changed since: look at it again.")
        _sign(state, deal, by, now, how, device_of)


def _sign(
    state: RubberState,
    deal: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod,
    device_of: Member | None = None,
) -> None:
    if any(signed.under == deal.pk and signed.member_id == by.pk for signed in state.deal_signatures):
        return
    DealAgreement.objects.create(deal=deal, member=by, at=now, how=how, device_of=device_of)
    move_signatures(state=state)


def agree_net(
    *,
    state: RubberState,
    newest: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
    despite: Proposal | None = None,
) -> None:
    """Sign the net score after the version `newest` for a player. The signature may post the rubber.

    While a proposal is open only those agree who do so all the same: `despite` is the newest that they saw.
    Raises Refused while the rubber is in play, when a version or a proposal has come since, and without `despite`
    while one is open; PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state = hold(state)
        seat = state.seat_of(by.pk)
        if seat is None:
            raise PermissionDenied("Only the four players agree to the net score.")
        _refuse_to_sign_net(state, newest, despite)
        after = _sign_net(state, newest, seat, now, how=how, device_of=device_of)
        post_if_agreed(state=after, by=by, now=now)


def agree_net_instead(
    *,
    state: RubberState,
    newest: Deal,
    seat: Seat,
    reason: str,
    by: Member,
    now: datetime,
    despite: Proposal | None = None,
) -> None:
    """Sign the net score as an admin, in the stead of the player of `seat` who has left the club; else as `agree_net`.

    Raises Refused without a reason too, for a player who can still sign, and where that signature is not needed;
    PermissionDenied for everybody but admins.
    """
    with write_transaction():
        state = hold(state)
        if not may_administer(by):
            raise PermissionDenied("Only an admin agrees in the stead of a player who has left the club.")
        _refuse_to_sign_net(state, newest, despite)
        if refusal := refusal_to_agree_instead(state, seat):
            raise Refused(refusal)
        if not reason.strip():
            raise Refused("Write down why you agree in their stead, such as “she agreed by phone”.")
        after = _sign_net(state, newest, seat, now, how=SignatureMethod.TAPPED, given_by=by, reason=reason.strip())
        post_if_agreed(state=after, by=by, now=now)


def _refuse_to_sign_net(state: RubberState, newest: Deal, despite: Proposal | None) -> None:
    if not state.rubber.is_over:
        raise Refused("The rubber is not over yet.")
    if state.newest != newest:
        raise Refused("The sheet has changed since: look at the net score again.")
    if state.newest_dispute > (despite.pk if despite else 0):
        raise Refused(f"{dispute_in_words(state)}: settle it first, or agree all the same.")


def _sign_net(
    state: RubberState, newest: Deal, seat: Seat, now: datetime, *, how: SignatureMethod, **columns: Any
) -> RubberState:
    """Sign once for the player in the seat, in view of what is disputed now. Returns the rubber after it."""
    player = state.players[seat]
    if player.pk in state.agreed_net:
        return state
    despite = state.proposals[-1] if state.proposals else None
    NetAgreement.objects.create(
        rubber=state.rubber, newest=newest, member=player, despite=despite, at=now, how=how, **columns
    )
    move_signatures(state=state)
    signed = NetSigned(newest.pk, player.pk, how, despite.pk if despite else None)
    return replace(state, net_signatures=(*state.net_signatures, signed))


def post_if_agreed(*, state: RubberState, by: Member, now: datetime) -> bool:
    """Post the margin to the books, once, if the net score is agreed, in the caller's transaction.

    Open proposals expire with it: it was agreed all the same.
    """
    rubber = state.rubber
    if not rubber.is_over or rubber.is_agreed or not is_agreed_enough(state, now):
        return False
    Rubber.objects.filter(pk=rubber.pk).update(agreed_at=now)
    rubber.proposals.open().update(state=Proposal.State.EXPIRED, closed_at=now)
    posting.book(state=state, by=by, now=now)
    move_signatures(state=state)
    return True


def post_due(*, now: datetime) -> list[Rubber]:
    """Post every rubber that is agreed by time and whose time is up. Returns them."""
    waiting = load_all(Rubber.objects.unagreed().filter(agreed_by=Rubber.AgreedBy.TIME).order_by("pk"))
    due = [state for state in waiting if is_agreed_enough(state, now)]
    return [state.rubber for state in due if _post_alone(state=state, now=now)]


def _post_alone(*, state: RubberState, now: datetime) -> bool:
    """Post one rubber. Several processes may try at once: only the first to lock the rubber posts it."""
    with write_transaction():
        state = hold(state)
        return post_if_agreed(state=state, by=state.rubber.started_by, now=now)
