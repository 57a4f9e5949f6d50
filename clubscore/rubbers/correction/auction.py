"""The service by which players report that the next auction is over, which closes a correction period.

By the laws of 1912 they report that a declaration has been made.
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.contracts.models import SignatureMethod
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.correction.queries import next_auction
from clubscore.rubbers.models import AuctionOver
from clubscore.rubbers.rubber.arbiters import pin_refusal
from clubscore.rubbers.rubber.binding import binds_side
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState


def call_auction_over(
    *,
    state: RubberState,
    number: int,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Note that, as the player `by` says, all four have called on the deal after deal `number` (Law 78; 1912, Law 13).

    `number` is 0 for the first deal. The correction period ends when a player of each side has said so; a second report
    by one side is not noted. `how` is the method of the report; `device_of` is the owner of the device on which the
    player typed a PIN, else None.

    Raises Refused if another deal was recorded since, if the rubber is over, if no period would end, or if the
    player reports by a table PIN although the side has a member: a table PIN binds only a side of two guests. Raises
    PermissionDenied for members who do not play in this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = state.seat_by_member.get(by.pk)
        if seat is None:
            raise PermissionDenied(
                _("Only the four players say that the auction is over.")
            )
        _require_last_deal(state, number)
        if next_auction(state) is None:
            raise Refused(_("No correction waits for the end of this auction."))
        if seat.side in state.auction_callers.get(number, {}):
            return
        if not binds_side(state.players, seat, how):
            raise Refused(pin_refusal(state, seat))
        AuctionOver.objects.create(
            rubber=state.rubber,
            after=state.last,
            member=by,
            at=now,
            how=how,
            device_of=device_of,
        )
        move_signatures(state=state)


def _require_last_deal(state: RubberState, number: int) -> None:
    """Require that the rubber is in play and its last deal has this number; 0 before the first deal.

    Raises Refused otherwise.
    """
    if state.rubber.is_over:
        words = _("This %(noun)s is over: its deals have no next one here.")
        raise Refused(words % {"noun": state.rubber.noun})
    last = state.last.number if state.last else 0
    if number == last:
        return
    if number == 0:
        raise Refused(_("A deal is recorded already."))
    words = _("Deal %(number)s is not the last one any more.")
    raise Refused(words % {"number": called(state, number)})
