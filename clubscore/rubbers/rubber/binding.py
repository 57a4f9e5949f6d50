"""The persons whom a signature binds (decision 0026).

A table PIN, which was chosen at a table without a password, binds guests and never a member.
"""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.calendar import evening_of
from clubscore.contracts.models import SignatureMethod
from clubscore.members.access.pins import is_proof_of_a_member
from clubscore.members.models import Member
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat, Side

Players = Mapping[Seat, Member]


def method_by_pin(
    players: Players, seat: Seat, *, device_of: Member, begun_at: datetime
) -> SignatureMethod:
    """The method of a signature by PIN of the player in the seat on the device of `device_of`: PIN or TABLE_PIN.

    The method is PIN on the device of the partner. On other devices it is PIN only if the PIN proves that the player
    typed it, else TABLE_PIN. A PIN that was chosen at a table, without a password, is a proof only if it was chosen
    before the evening on which the rubber began (`begun_at`) and not on the device of `device_of`; a guest's PIN proves
    nothing.
    """
    if device_of == players[seat.partner]:
        return SignatureMethod.PIN
    if is_proof_of_a_member(
        players[seat], device_of=device_of, occasion=evening_of(begun_at)
    ):
        return SignatureMethod.PIN
    return SignatureMethod.TABLE_PIN


def members_of(players: Players, side: Side) -> list[Member]:
    """The players of the side who are members, not guests."""
    return [players[seat] for seat in side.seats if not players[seat].is_guest]


def binds_player(players: Players, seat: Seat, how: str) -> bool:
    """True if a signature by the method `how` binds the player in the seat.

    Every method binds the player, except a table PIN. A table PIN was chosen at a table without a password, and binds
    a guest, never a member.
    """
    return how != SignatureMethod.TABLE_PIN or players[seat].is_guest


def binds_side(players: Players, seat: Seat, how: str) -> bool:
    """True if a signature of the player in the seat, by the method `how`, binds both players of the side.

    Every method binds both players, except a table PIN. A table PIN was chosen at a table without a password, and binds
    only a side of two guests.
    """
    return how != SignatureMethod.TABLE_PIN or not members_of(players, seat.side)


def can_sign(players: Players, seat: Seat, *, alone: bool) -> bool:
    """True if the player in the seat can still sign in a way that counts.

    The player must not have left the club, and needs an own account or an own PIN. Without them, a table PIN, which is
    chosen at a table without a password, is enough if it binds both players of the side. If `alone` is true, each
    player signs only for himself or herself, and it is enough that the table PIN binds the player.
    """
    player = players[seat]
    if player.has_left:
        return False
    has_own_pin = (
        player.has_pin and not player.is_guest and player.pin_set_on_id is None
    )
    if player.has_joined or has_own_pin:
        return True
    binds = binds_player if alone else binds_side
    return binds(players, seat, SignatureMethod.TABLE_PIN)


def table_pin_refusal(players: Players, seat: Seat, *, alone: bool = False) -> str:
    """A sentence that says why a table PIN does not count for the player in the seat, and which signature would count.

    A table PIN was chosen at a table, without a password. If `alone` is true, each player signs only for himself or
    herself, not for the side.
    """
    signer = players[seat]
    partner = players[seat.partner]
    bound = [signer]
    if not alone:
        bound = members_of(players, seat.side)
    ways = [_way(member) for member in bound]
    if not alone and partner in bound and partner.has_joined:
        own_device = _("or %(name)s’s PIN on %(partner)s’s own device")
        ways.append(
            own_device % {"name": signer.short_name, "partner": partner.short_name}
        )
    words = ngettext(
        "%(name)s’s PIN was chosen at a table, without a password: on another’s device it binds guests, "
        "and %(names)s is a member. What counts: %(ways)s.",
        "%(name)s’s PIN was chosen at a table, without a password: on another’s device it binds guests, "
        "and %(names)s are members. What counts: %(ways)s.",
        len(bound),
    )
    names = all_of(member.short_name for member in bound)
    return words % {"name": signer.short_name, "names": names, "ways": ", ".join(ways)}


def _way(member: Member) -> str:
    """A phrase that names the ways in which this member can give a signature that counts."""
    name = member.short_name
    if not member.has_joined:
        return _("%(name)s’s own tap, once %(name)s has joined by an invitation") % {
            "name": name
        }
    return _(
        "%(name)s’s own tap, or a PIN that %(name)s has chosen signed in or with the password"
    ) % {"name": name}
