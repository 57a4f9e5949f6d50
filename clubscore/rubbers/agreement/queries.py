"""The agreement to the net score: who has signed, whether that is enough, and who signs for a player who has left."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum, auto

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.binding import can_sign
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import all_of, one_by_one
from scoring import Seat, Side


def net_signers(state: RubberState) -> list[Member]:
    """The players whose agreement to the current net score counts."""
    return [
        member for member in state.players.values() if member.pk in state.agreed_net
    ]


def signed_sides(state: RubberState) -> set[Side]:
    """The sides with at least one player whose agreement to the net score counts."""
    return {
        seat.side
        for seat, member in state.players.items()
        if member.pk in state.agreed_net
    }


def is_agreed_enough(state: RubberState, now: datetime) -> bool:
    """True if enough players agree to the net score for the rubber to be posted to the books.

    The rule `agreed_by` of the rubber asks for all four players, or for one player of each side. Under the rule
    `AgreedBy.TIME` nobody has to agree once the time for objections is over and no proposal to change a deal is open.
    The result is False while a player says "I am not there".
    """
    if state.absent:
        return False
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return len(net_signers(state)) == len(state.players)
    if len(signed_sides(state)) == len(Side):
        return True
    return is_time_up(state, now)


def is_time_up(
    state: RubberState, now: datetime, jumped_at: datetime | None = None
) -> bool:
    """True if the time for objections is over, so that the rubber is posted without more signatures.

    The result is False for a rubber whose rules give no such time, while a proposal or a motion is open, and while a
    player says "I am not there". `jumped_at` is the moment at which the clock of the computer jumped, as the clock
    showed it after the jump; None if it has not jumped. The time for objections begins anew at that moment, since
    nobody knows how much of it has passed.
    """
    until = state.objections_until
    if until is None or state.proposals or state.motions or state.absent:
        return False
    if jumped_at is None:
        return until <= now
    length = timedelta(minutes=state.rubber.agreed_after)
    until_anew = jumped_at + length
    began_at = until - length
    if began_at > now:  # by the clock as it was before it was set back
        return until_anew <= now
    return max(until, until_anew) <= now


def seats_for_an_arbiter(state: RubberState) -> list[Seat]:
    """The seats for which an arbiter may sign the net score (`agree_instead_refusal`).

    The list is empty while the rubber is in play, and once it is agreed.
    """
    if not state.rubber.is_over or state.rubber.is_agreed:
        return []
    return [seat for seat in state.players if not agree_instead_refusal(state, seat)]


def why_an_arbiter(state: RubberState, seats: Iterable[Seat]) -> str:
    """The reasons why an arbiter agrees to the net score instead of the players in these seats, in words.

    An example is `Cleo has left the club; Ben said “I am not there”`. The text is empty if there are no seats.
    """
    players_by_reason: dict[AbsenceReason, list[str]] = defaultdict(list)
    for seat in seats:
        player = state.players[seat]
        if seat in state.absent:
            reason = AbsenceReason.ABSENT
        elif player.has_left:
            reason = AbsenceReason.LEFT
        else:
            reason = AbsenceReason.NO_SIGN_IN
        players_by_reason[reason].append(player.name)
    return one_by_one(
        _why(reason, names) for reason, names in players_by_reason.items()
    )


class AbsenceReason(Enum):
    """The reasons why a player does not agree to the net score in person."""

    ABSENT = auto()
    LEFT = auto()
    NO_SIGN_IN = auto()


def _why(reason: AbsenceReason, names: list[str]) -> str:
    return _words_of(reason, len(names)) % {"names": all_of(names)}


def _words_of(reason: AbsenceReason, count: int) -> str:
    if reason is AbsenceReason.ABSENT:
        return ngettext(
            "%(names)s said “I am not there”", "%(names)s said “I am not there”", count
        )
    if reason is AbsenceReason.LEFT:
        return ngettext(
            "%(names)s has left the club", "%(names)s have left the club", count
        )
    return ngettext("%(names)s cannot sign in", "%(names)s cannot sign in", count)


def agree_instead_refusal(state: RubberState, seat: Seat) -> str:
    """A sentence that says why no arbiter may agree to the net score for this player; empty if one may.

    An arbiter may agree for a player who says "I am not there", and for a player who cannot sign and whose signature is
    needed.
    """
    player = state.players[seat]
    partner = state.players[seat.partner]
    if seat in state.absent:
        return ""
    if player.pk in state.agreed_net:
        return _("%(name)s has agreed already.") % {"name": player.short_name}
    if _may_agree(state, seat):
        words = _(
            "%(name)s can still agree: by signing in, or by PIN on a device at the table. An "
            "arbiter agrees only for a player who cannot."
        )
        return words % {"name": player.short_name}
    if state.rubber.agreed_by == Rubber.AgreedBy.ALL:
        return ""
    if state.objections_until and not state.proposals:
        return _("Nobody’s agreement is missing: the rubber is posted by itself.")
    if partner.pk in state.agreed_net:
        return _("%(name)s has agreed for that side already.") % {
            "name": partner.short_name
        }
    if not _may_agree(state, seat.partner):
        return ""
    return _("%(name)s can agree for that side: one of each side is enough.") % {
        "name": partner.short_name
    }


def _may_agree(state: RubberState, seat: Seat) -> bool:
    """True if the player in the seat can still sign the net score in a way that counts."""
    alone = state.rubber.agreed_by == Rubber.AgreedBy.ALL
    return can_sign(state.players, seat, alone=alone)


def differs_at_once(state: RubberState, recorded: Deal, by: Member) -> bool:
    """True if `by` opens a dispute (Law 78) by entering other facts than those of the deal `recorded`.

    Each side keeps a book; if the books differ, the sides have a dispute. The result is False if the deal is not the
    last on the sheet, if the next auction is over, or if `by` has signed the deal: then the entry is only a correction.
    """
    if recorded != state.last:
        return False
    if recorded.number in state.auctions_over or state.next_deal.is_called:
        return False
    signers = [
        signature.member_id
        for signature in state.deal_signatures
        if signature.under == recorded.pk
    ]
    return by.pk not in signers
