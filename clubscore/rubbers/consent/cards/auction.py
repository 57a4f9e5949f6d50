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
    """An auction whose end closes a correction period, until one of each side has said that it is over."""

    number: int
    """The number of the last deal; 0 before the first."""
    button: str
    until: str
    """A sentence about the period that it closes."""
    said: str
    """`Ben says that all have called on deal 6.`; empty while nobody has said it."""
    waits_for: str
    """The players of the side that has not said it yet: `Anna or Cleo`, `you or Cleo`; empty while neither has."""
    mine: bool
    """Whether it is for the viewer to say."""
    others: tuple[Member, ...]
    """The other players who can say what one side has said already."""


def auction_card(desk: RubberDesk) -> AuctionCard | None:
    """The card for this member; None for a member who does not play, and if the auction would close no period.

    None also once a player of each side has said that the auction is over.
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
    """The seats of the side that has not called yet; none while neither side has."""
    if not callers:
        return []
    return [seat for seat in Seat if seat.side not in callers]


def _said_by(callers: Mapping[Side, Member], member: Member, claim: str) -> str:
    """`Ben says that …`, for the one side that has called; empty while neither side has."""
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
