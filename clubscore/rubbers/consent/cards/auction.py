"""The card on which a player says that the next auction is over, or sees who has said so."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.members.models import Member
from clubscore.rubbers.correction.queries import next_auction
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import any_of
from scoring import Seat, Side


@dataclass(frozen=True, slots=True)
class AuctionCard:
    """The card on which players say that an auction is over, if the end of the auction closes a correction period."""

    number: int
    """The number of the deal before the auction; 0 before the first deal."""
    button: str
    until: str
    """A sentence about the correction period that the end of the auction closes."""
    said: str
    """`Ben says that all have called on deal 6.`; empty while nobody has said it."""
    waits_for: str
    """The players of the side that has not spoken yet: `Anna or Cleo`; empty while neither side has spoken."""
    mine: bool
    """True if the viewer's side has not said yet that the auction is over."""
    others: tuple[Member, ...]
    """The players of the side that has still to speak, without the viewer; empty while neither side has spoken."""


def auction_card(desk: RubberDesk) -> AuctionCard | None:
    """The card for the member at the desk; None if there is no auction about which the member can speak.

    The result is None for a member who does not play, if the end of the auction would close no correction period, and
    once a player of each side has said that the auction is over.
    """
    state = desk.state
    member = desk.member
    number = 0
    if state.last:
        number = state.last.number
    own_seat = desk.seat
    auction = next_auction(state)
    if own_seat is None or auction is None or number in state.auctions_over:
        return None
    callers = state.auction_callers.get(number, {})
    missing = _seats_missing(callers)
    return AuctionCard(
        number=number,
        button=auction.button,
        until=auction.until,
        said=_said_by(callers, member, auction.claim),
        waits_for=any_of(_names(state, missing, own_seat)),
        mine=own_seat.side not in callers,
        others=tuple(state.players[seat] for seat in missing if seat is not own_seat),
    )


def _seats_missing(callers: Mapping[Side, Member]) -> list[Seat]:
    """The seats of the side that has still to say that the auction is over; [] while neither side has said it."""
    if not callers:
        return []
    return [seat for seat in Seat if seat.side not in callers]


def _said_by(callers: Mapping[Side, Member], member: Member, claim: str) -> str:
    """A sentence that names the player who says that the auction is over; empty while nobody has said it.

    `claim` is the end of the sentence: `all have called on deal 6` gives `Ben says that all have called on deal 6.`
    """
    if not callers:
        return ""
    [caller] = callers.values()
    if caller == member:
        return _("You say that %(claim)s.") % {"claim": claim}
    return _("%(name)s says that %(claim)s.") % {
        "name": caller.short_name,
        "claim": claim,
    }


def _names(state: RubberState, missing: Iterable[Seat], viewer: Seat) -> list[str]:
    """The names of the players in these seats; the viewer comes first, as `you`."""
    names: list[str] = []
    for seat in missing:
        if seat is viewer:
            names.insert(0, pgettext("one of several", "you"))
        else:
            names.append(state.names[seat])
    return names
