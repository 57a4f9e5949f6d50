"""The card on which a player says that the next auction is over, or sees who has said so."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.members.models import Member
from clubscore.rubbers.correction.progress import next_auction
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


def auction_card(state: RubberState, member: Member) -> AuctionCard | None:
    """The card for `member`; None for those who do not play, and where nothing would be closed or everything is."""
    seat, auction = state.seat_of(member.pk), next_auction(state)
    number = state.last.number if state.last else 0
    if seat is None or auction is None or number in state.auctions_over:
        return None
    callers = state.auction_callers.get(number, {})
    missing = [each for each in Seat if callers and each.side not in callers]
    return AuctionCard(
        number=number,
        button=auction.button,
        until=auction.until,
        said=_said_by(callers, member, auction.claim) if callers else "",
        waits_for=any_of(_names(state, missing, seat)),
        mine=seat.side not in callers,
        others=tuple(state.players[each] for each in missing if each is not seat),
    )


def _said_by(callers: Mapping[Side, Member], member: Member, claim: str) -> str:
    [caller] = callers.values()
    if caller == member:
        return _("You say that %(claim)s.") % {"claim": claim}
    return _("%(name)s says that %(claim)s.") % {"name": caller.short_name, "claim": claim}


def _names(state: RubberState, missing: Iterable[Seat], viewer: Seat) -> list[str]:
    """The viewer first, as `you`."""
    return [
        pgettext("one of several", "you") if each is viewer else state.names[each]
        for each in sorted(missing, key=lambda seat: seat != viewer)
    ]
