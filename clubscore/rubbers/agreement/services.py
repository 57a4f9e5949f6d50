"""Writes about agreement (Laws 75, 76): the two books, the four signatures, and the posting that waits for them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.queries import agree_instead_refusal, is_agreed_enough
from clubscore.rubbers.agreement.signing import (
    close_absence,
    require_binding_method,
    require_right_to_sign_net,
    sign_deal,
    sign_net,
)
from clubscore.rubbers.agreement.two_books import DealEntered, keep_second_book
from clubscore.rubbers.books import posting
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.recording.queries import (
    already_recorded,
    recording_refusal,
    require_keeper,
)
from clubscore.rubbers.recording.services import write_deal
from clubscore.rubbers.rubber.arbiters import require_arbiter
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


def enter_deal(
    *,
    state: RubberState,
    facts: scoring.Deal,
    number: int,
    seen_revision: int,
    key: UUID,
    by: Member,
    now: datetime,
) -> DealEntered:
    """Record deal `number`, or compare the entry with the deal that the other side has recorded (Laws 75, 78).

    Each side may keep the score in a book of its own. If the other side was faster, the entry is the second book: with
    the same facts it signs the recorded deal; with different facts it becomes a proposal on which the four players
    vote. Returns the deal, the rubber and the proposal as they are after the entry.

    Raises Stale if the sheet has changed since `seen_revision` and the entry is no second book, for example because the
    partner has recorded other facts. Raises KeySpent if the form with the key `key` has recorded other facts or
    a deal that was undone since, Refused if the rubber is over or the deal is disputed already, scoring.ScoringError if
    the deal cannot be scored, and PermissionDenied for members who may not write on the sheet of this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(RubberDesk(state, by))
        if sent := already_recorded(state, facts, key):
            return DealEntered(sent, state)
        refusal = recording_refusal(state, number, seen_revision)
        if refusal is None:
            return DealEntered(
                *write_deal(
                    state=state, facts=facts, key=key, by=by, now=now, signed=True
                )
            )
        recorded = state.deal(number)
        if recorded is None:
            raise refusal
        return keep_second_book(
            state=state,
            recorded=recorded,
            facts=facts,
            key=key,
            by=by,
            now=now,
            refusal=refusal,
        )


def agree_deal(
    *,
    state: RubberState,
    deal: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Write the signature of the player `by` under a version of a deal.

    `how` is the method of the signature; `device_of` is the owner of the device on which the player typed a PIN, else
    None. Raises Refused if the version is not on the sheet any more, PermissionDenied for members who do not play in
    this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        _require_right_to_sign(state, deal, by)
        sign_deal(state=state, deal=deal, by=by, now=now, how=how, device_of=device_of)


def agree_deals(
    *, state: RubberState, deals: Sequence[Deal], by: Member, now: datetime
) -> None:
    """Sign several versions of deals by one tap; sign none if one of them is not on the sheet any more.

    Raises Refused if a version is not on the sheet any more, PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state, now = hold(state, now)
        for deal in deals:
            _require_right_to_sign(state, deal, by)
        for deal in deals:
            sign_deal(
                state=state, deal=deal, by=by, now=now, how=SignatureMethod.TAPPED
            )


def _require_right_to_sign(state: RubberState, deal: Deal, by: Member) -> None:
    if by.pk not in state.seat_by_member:
        raise PermissionDenied(_("Only the four players agree to a deal."))
    if deal not in state.deals:
        raise Refused(
            _("Deal %(number)s has been changed since: look at it again.")
            % {"number": called(state, deal.number)}
        )


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
    """Write the signature of the player `by` under the net score. Post the rubber to the books if it is agreed then.

    `newest` is the newest version of a deal that the player has seen. `despite` is the newest open proposal that the
    player has seen: while a proposal is open, only a player who has seen it can sign. `how` is the method of the
    signature; `device_of` is the owner of the device on which the player typed a PIN, else None. The signature also
    closes the player's report "I am not there".

    Raises Refused while the rubber is in play, if there is a version or an open proposal that the player has not seen,
    and for a table PIN that does not bind the side (or the player, if all four must sign). Raises PermissionDenied for
    members who do not play in this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = state.seat_by_member.get(by.pk)
        if seat is None:
            raise PermissionDenied(_("Only the four players agree to the net score."))
        require_right_to_sign_net(state, newest, despite)
        require_binding_method(state, seat, how)
        after = sign_net(
            state=state, newest=newest, seat=seat, now=now, how=how, device_of=device_of
        )
        post_if_agreed(
            state=close_absence(state=after, seat=seat, now=now), by=by, now=now
        )


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
    """Sign the net score as an arbiter, instead of the player in `seat`, for a reason in writing.

    An arbiter may sign for a player who has left the club or cannot sign in, and for a player who says "I am not
    there": then the signature is the ruling on that report. `newest` is the newest version of a deal, and `despite` the
    newest open proposal, that the arbiter has seen. Raises Refused while the rubber is in play, if there is a version
    or an open proposal that the arbiter has not seen, without a reason, for a player who can still sign, and if the
    signature is not needed. Raises PermissionDenied for everybody but arbiters who have not played in the rubber
    (decision 0075).
    """
    with write_transaction():
        state, now = hold(state, now)
        require_arbiter(RubberDesk(state, by))
        require_right_to_sign_net(state, newest, despite)
        if refusal := agree_instead_refusal(state, seat):
            raise Refused(refusal)
        reason = reason.strip()
        if not reason:
            raise Refused(
                _(
                    "Write down why you agree in their stead, such as “she agreed by phone”."
                )
            )
        state = sign_net(
            state=state,
            newest=newest,
            seat=seat,
            now=now,
            how=SignatureMethod.TAPPED,
            given_by=by,
            reason=reason,
        )
        state = close_absence(
            state=state, seat=seat, now=now, arbiter=by, ruling=reason
        )
        post_if_agreed(state=state, by=by, now=now)


def post_if_agreed(*, state: RubberState, by: Member, now: datetime) -> bool:
    """Post the margin of the rubber to the books if the net score is agreed. Returns True if this call posted it.

    Nothing is posted while the rubber is in play, while the players decide who dealt first or who sat where, or twice.
    The caller opens the transaction.
    """
    rubber = state.rubber
    if not rubber.is_over or rubber.is_agreed or state.may_be_scored_anew:
        return False
    if not is_agreed_enough(state, now):
        return False
    post(state=state, by=by, now=now)
    return True


def post(*, state: RubberState, by: Member, now: datetime) -> None:
    """Post the margin of a rubber whose net score is agreed. Open proposals expire, and so does a motion to play on.

    The caller opens the transaction.
    """
    rubber = state.rubber
    state = expire_motions(state=state, now=now)
    Rubber.objects.filter(pk=rubber.pk).update(agreed_at=now)
    rubber.proposals.open().update(state=Proposal.State.EXPIRED, closed_at=now)
    posting.book(state=state, by=by, now=now)
    move_signatures(state=state)
