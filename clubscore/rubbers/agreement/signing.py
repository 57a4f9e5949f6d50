"""Steps of agreement, in the caller's transaction: a signature under a deal, one under the net score."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal, DealAgreement, NetAgreement, NotThere, Proposal, Rubber
from clubscore.rubbers.rubber.binding import binds_player, binds_side, refusal_of_table_pin
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
    """Sign once for a player."""
    if any(signed.under == deal.pk and signed.member_id == by.pk for signed in state.deal_signatures):
        return
    DealAgreement.objects.create(deal=deal, member=by, at=now, how=how, device_of=device_of)
    move_signatures(state=state)


def refuse_to_sign_net(state: RubberState, newest: Deal, despite: Proposal | None) -> None:
    """Raises Refused while nobody can sign, and for who has not seen the newest version, or what is disputed."""
    if not state.rubber.is_over:
        raise Refused(_("The rubber is not over yet."))
    if state.newest != newest:
        raise Refused(_("The sheet has changed since: look at the net score again."))
    if state.newest_dispute > (despite.pk if despite else 0):
        raise Refused(_("%(dispute)s: settle it first, or agree all the same.") % {"dispute": dispute_in_words(state)})


def refuse_table_pin(state: RubberState, seat: Seat, how: SignatureMethod) -> None:
    """Raises Refused for a signature under the net score that would bind nobody whom it should."""
    alone = state.rubber.agreed_by == Rubber.AgreedBy.ALL
    if not (binds_player if alone else binds_side)(state.players, seat, how):
        raise Refused(refusal_of_table_pin(state.players, seat, alone=alone))


def sign_net(
    *, state: RubberState, newest: Deal, seat: Seat, now: datetime, how: SignatureMethod, **columns: Any
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


def close_absence(
    *, state: RubberState, seat: Seat, now: datetime, admin: Member | None = None, ruling: str = ""
) -> RubberState:
    """The player says no more not to be there, or an admin rules on it. Returns the rubber after it."""
    said = state.absent.get(seat)
    if said is None:
        return state
    by = admin if admin and admin.pk != said.member_id else F("member")
    NotThere.objects.filter(pk=said.pk).update(closed_at=now, closed_by=by, ruling=ruling if by is admin else "")
    move_signatures(state=state)
    return replace(state, absences=tuple(each for each in state.absences if each.pk != said.pk))
