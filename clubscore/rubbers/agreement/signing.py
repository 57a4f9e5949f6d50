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
    NetAgreement,
    NotThere,
    Proposal,
    Rubber,
)
from clubscore.rubbers.rubber.binding import binds_player, binds_side, table_pin_refusal
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
    """Write the player's signature under this version of a deal, unless the player has signed it already."""
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
    """Require that the rubber is over, and that the signer of the net score has seen all that is new.

    `newest` is the newest version of a deal that the signer has seen, `despite` the newest open proposal that the
    signer has seen. Raises Refused otherwise.
    """
    seen_dispute = 0
    if despite:
        seen_dispute = despite.pk
    if not state.rubber.is_over:
        raise Refused(_("The rubber is not over yet."))
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
    """Require a signature method that binds the player's side; if all four must sign, it must bind the player.

    Raises Refused for any other method.
    """
    alone = state.rubber.agreed_by == Rubber.AgreedBy.ALL
    binds = binds_player if alone else binds_side
    if not binds(state.players, seat, how):
        raise Refused(table_pin_refusal(state.players, seat, alone=alone))


def sign_net(
    *,
    state: RubberState,
    newest: Deal,
    seat: Seat,
    now: datetime,
    how: SignatureMethod,
    **columns: Any,
) -> RubberState:
    """Write the signature of the player in `seat` under the net score, unless the player's agreement counts already.

    The signature holds despite the proposals that are open now. Returns the state after the signature.
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
    admin: Member | None = None,
    ruling: str = "",
) -> RubberState:
    """Close the "I am not there" report of the player in the seat: the player takes it back, or an admin rules on it.

    Returns the state without the report.
    """
    report = state.absent.get(seat)
    if report is None:
        return state
    own_report = NotThere.objects.filter(pk=report.pk)
    if admin and admin.pk != report.member_id:
        own_report.update(closed_at=now, closed_by=admin, ruling=ruling)
    else:
        own_report.update(closed_at=now, closed_by=F("member"), ruling="")
    move_signatures(state=state)
    remaining = tuple(absence for absence in state.absences if absence.pk != report.pk)
    return replace(state, absences=remaining)
