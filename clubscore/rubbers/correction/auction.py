"""The write that closes a window of the laws: all four have called on the next deal."""

from datetime import datetime

from django.core.exceptions import PermissionDenied

from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.holding import hold, move_signatures
from clubscore.rubbers.models import AuctionOver
from clubscore.rubbers.numbers import called
from clubscore.rubbers.state import RubberState
from clubscore.write_lock import write_transaction


def call_auction_over(*, state: RubberState, number: int, by: Member, now: datetime) -> None:
    """Note, once, that all four have called on the deal after `number` (Law 78).

    Raises Refused when another deal came since, PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied("Only the four players say that the auction is over.")
        if state.last is None or state.last.number != number:
            raise Refused(f"Deal {called(state, number)} is not the last one any more.")
        if number not in state.auctions_over:
            AuctionOver.objects.create(rubber=state.rubber, number=number, member=by, at=now)
            move_signatures(state=state)
