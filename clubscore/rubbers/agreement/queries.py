"""The agreement to the net score: who has signed, whether that is enough, and who signs for a player who has left."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.contracts.models import SignatureMethod
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.binding import binds_player, binds_side
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat, Side


def net_signers(state: RubberState) -> list[Member]:
    """The players whose agreement to the current net score counts."""
    return [member for member in state.players.values() if member.pk in state.agreed_net]


def signed_sides(state: RubberState) -> set[Side]:
    """The sides of which the agreement of at least one player to the net score counts."""
    return {seat.side for seat, member in state.players.items() if member.pk in state.agreed_net}


def is_agreed_enough(state: RubberState, now: datetime) -> bool:
    """Whether the net score is agreed by as many as this rubber needs (`agreed_by`).

    No time runs out while a proposal is open: then it takes those who agree all the same. While a player says not to be
    there nothing is enough.
    """
    if state.absent:
        return False
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(net_signers(state)) == len(state.players)
    if len(signed_sides(state)) == len(Side):
        return True
    return time_is_up(state, now)


def time_is_up(state: RubberState, now: datetime, jumped_at: datetime | None = None) -> bool:
    """Whether the rubber is agreed by time, and nobody has objected in that time.

    After a jump of the clock, at `jumped_at` by its new time, that time begins anew: nobody knows how much is over.
    None runs out while a proposal is open, or a player says not to be there.
    """
    until = state.objections_until
    if until is None or state.proposals or state.absent:
        return False
    if jumped_at:
        length = timedelta(minutes=state.rubber.agreed_after)
        is_from_before = until - length > now
        until = jumped_at + length if is_from_before else max(until, jumped_at + length)
    return until <= now


def seats_for_an_admin(state: RubberState) -> list[Seat]:
    """The seats for which an admin can agree: nobody else can for the side, or the player says not to be there."""
    if not state.rubber.is_over or state.rubber.is_agreed:
        return []
    return [seat for seat in state.players if not refusal_to_agree_instead(state, seat)]


def why_an_admin(state: RubberState, seats: Iterable[Seat]) -> str:
    """`Cleo and Dan have left the club`, `Karl cannot sign in; Ben said “I am not there”`: why not they themselves."""
    reasons: dict[tuple[bool, bool], list[str]] = defaultdict(list)
    for seat in seats:
        player = state.players[seat]
        is_absent = seat in state.absent
        reasons[is_absent, player.has_left and not is_absent].append(player.name)
    return "; ".join(_why(*why, len(names)) % {"names": all_of(names)} for why, names in reasons.items())


def _why(is_absent: bool, has_left: bool, count: int) -> str:
    if is_absent:
        return ngettext("%(names)s said “I am not there”", "%(names)s said “I am not there”", count)
    if has_left:
        return ngettext("%(names)s has left the club", "%(names)s have left the club", count)
    return ngettext("%(names)s cannot sign in", "%(names)s cannot sign in", count)


def refusal_to_agree_instead(state: RubberState, seat: Seat) -> str:
    """A sentence that says why no admin agrees to the net score for the player of this seat; empty if an admin may."""
    player, partner = state.players[seat], state.players[seat.partner]
    if seat in state.absent:
        return ""
    if player.pk in state.agreed_net:
        return _("%(name)s has agreed already.") % {"name": player.short_name}
    if _can_agree(state, seat):
        return _(
            "%(name)s can still agree: by signing in, or by PIN on a device at the table. An "
            "admin agrees only for a player who cannot."
        ) % {"name": player.short_name}
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return ""
    if state.objections_until and not state.proposals:
        return _("Nobody’s agreement is missing: the rubber is posted by itself.")
    if partner.pk in state.agreed_net:
        return _("%(name)s has agreed for that side already.") % {"name": partner.short_name}
    if not _can_agree(state, seat.partner):
        return ""
    return _("%(name)s can agree for that side: one of each side is enough.") % {"name": partner.short_name}


def _can_agree(state: RubberState, seat: Seat) -> bool:
    """Whether the player in the seat has a signature that counts: by a sign-in, or by a PIN that binds."""
    player = state.players[seat]
    if player.has_left:
        return False
    if player.has_joined or (player.has_pin and not player.is_guest and player.pin_set_on_id is None):
        return True
    alone = state.rubber.agreed_by == Rubber.AgreedBy.ALL
    return (binds_player if alone else binds_side)(state.players, seat, SignatureMethod.TABLE_PIN)


def differs_at_once(state: RubberState, recorded: Deal, by: Member) -> bool:
    """Whether the books differ now (Law 78). After the next auction, or the own signature, it is a correction."""
    next_called = recorded.number in state.auctions_over or state.next_deal.is_called
    signed = any(each.under == recorded.pk and each.member_id == by.pk for each in state.deal_signatures)
    return recorded == state.last and not next_called and not signed
