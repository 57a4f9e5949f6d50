"""Steps of agreement, in the caller's transaction: signing a deal, signing the net score, closing an absence."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import (
    Deal,
    DealAgreement,
    Motion,
    NetAgreement,
    NotThere,
    Proposal,
    Rubber,
)
from clubscore.rubbers.rubber.arbiters import pin_refusal
from clubscore.rubbers.rubber.binding import binds_player, binds_side
from clubscore.rubbers.rubber.holding import move_signatures
from clubscore.rubbers.rubber.signed import NetSigned
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.net_signatures import dispute_in_words
from scoring import Seat


def sign_deal(
    *,
    state: RubberState,
    deal: Deal,
    by: Member,
    now: datetime,
    how: SignatureMethod,
    device_of: Member | None = None,
) -> None:
    """Write the signature of the player `by` under this version of a deal, unless `by` has signed the version already.

    `how` is the method of the signature; `device_of` is the owner of the device on which `by` typed a PIN, else None.
    """
    signers = [
        signature.member_id
        for signature in state.deal_signatures
        if signature.under == deal.pk
    ]
    if by.pk in signers:
        return
    DealAgreement.objects.create(
        deal=deal, member=by, at=now, how=how, device_of=device_of
    )
    move_signatures(state=state)


def require_right_to_sign_net(
    state: RubberState, newest: Deal, despite: Proposal | None
) -> None:
    """Raise Refused unless the rubber is over and the signer of the net score has seen the newest changes.

    `newest` is the newest version of a deal that the signer has seen, `despite` the newest open proposal that the
    signer has seen; None if the signer has seen no proposal.
    """
    seen_dispute = 0
    if despite:
        seen_dispute = despite.pk
    if not state.rubber.is_over:
        raise Refused(_("The rubber is not over yet."))
    if state.rubber.is_voided:
        raise Refused(
            _("This %(noun)s is voided: nothing in it changes before it counts again.")
            % {"noun": state.rubber.noun}
        )
    if state.newest != newest:
        raise Refused(_("The sheet has changed since: look at the net score again."))
    if state.newest_dispute > seen_dispute:
        raise Refused(
            _("%(dispute)s: settle it first, or agree all the same.")
            % {"dispute": dispute_in_words(state)}
        )


def require_binding_method(
    state: RubberState, seat: Seat, how: SignatureMethod
) -> None:
    """Raise Refused unless a signature by the method `how` binds both players of the side of `seat`.

    If all four players must sign, it is enough that the signature binds the player in the seat.
    """
    alone = state.rubber.agreed_by == Rubber.AgreedBy.ALL
    binds = binds_player if alone else binds_side
    if not binds(state.players, seat, how):
        raise Refused(pin_refusal(state, seat, alone=alone))


def sign_net(
    *,
    state: RubberState,
    newest: Deal,
    seat: Seat,
    now: datetime,
    how: SignatureMethod,
    **columns: Any,
) -> RubberState:
    """Write the signature of the player in `seat` under the net score. Returns the state with the signature.

    Nothing is written if the player's agreement counts already. The signature counts despite the proposals that are
    open now. `newest` is the newest version of a deal, `how` the method of the signature; `columns` are further values
    for the row of the signature.
    """
    player = state.players[seat]
    if player.pk in state.agreed_net:
        return state
    despite = state.newest_dispute or None
    NetAgreement.objects.create(
        rubber=state.rubber,
        newest=newest,
        member=player,
        despite_id=despite,
        at=now,
        how=how,
        **columns,
    )
    move_signatures(state=state)
    signature = NetSigned(newest.pk, player.pk, how, despite)
    return replace(state, net_signatures=(*state.net_signatures, signature))


def close_absence(
    *,
    state: RubberState,
    seat: Seat,
    now: datetime,
    arbiter: Member | None = None,
    ruling: str = "",
    motion: Motion | None = None,
) -> RubberState:
    """Close the report "I am not there" of the player in `seat`. Returns the state without the report.

    With `arbiter`, the arbiter rules on the report, for the written reason `ruling`; if one player of each side does,
    by `motion`, `arbiter` is the maker of the motion. Else the player takes the report back. Nothing happens if the
    player has no open report.
    """
    report = state.absent.get(seat)
    if report is None:
        return state
    own_report = NotThere.objects.filter(pk=report.pk)
    if arbiter:
        own_report.update(
            closed_at=now, closed_by=arbiter, ruling=ruling, motion=motion
        )
    else:
        own_report.update(closed_at=now, closed_by=F("member"), ruling="")
    move_signatures(state=state)
    remaining = tuple(absence for absence in state.absences if absence.pk != report.pk)
    return replace(state, absences=remaining)
