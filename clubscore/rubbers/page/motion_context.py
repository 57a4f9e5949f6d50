"""Template contexts of the pages that ask for a motion about a whole rubber."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.games.viewpoint import NamedPairs
from clubscore.rubbers.consent.cards.motion import (
    by_these_seats,
    dealt_first,
    what_follows,
)
from clubscore.rubbers.consent.cards.net_words import net_from
from clubscore.rubbers.correction.forms import WrittenReasonForm
from clubscore.rubbers.correction.seating import DealBySeats, compare_seats
from clubscore.rubbers.models import Motion
from clubscore.rubbers.models.motion import ABOUT_THE_SCORE, SWAPS, exchange_of
from clubscore.rubbers.motions.forms import DealerForm, ExchangeForm, MotionForm
from clubscore.rubbers.motions.queries import (
    hindrance,
    may_decide,
    may_move,
    moving_refusal,
)
from clubscore.rubbers.rubber.arbiters import who_may_decide
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.motions import EACH_ALONE
from clubscore.rubbers.sheet.context import sheet_context
from scoring import Seat


def motion_context(
    desk: RubberDesk, kind: Motion.Kind, form: MotionForm
) -> dict[str, object]:
    """The template context of a page that asks for a motion of this kind: who decides, what hinders it, and the form.

    `act` are the words of the button for an arbiter, who decides alone.
    """
    state = desk.state
    decides = may_decide(desk, kind)
    refusal = hindrance(state, kind)
    if not decides and not refusal:
        refusal = moving_refusal(state, kind)
    heading = _HEADINGS[Motion.Kind(kind)] % {"noun": state.rubber.noun}
    return sheet_context(state, desk.view) | {
        "form": form,
        "heading": heading,
        "takes": _takes(kind),
        "hindrance": refusal,
        "decides": decides,
        "may_move": may_move(desk),
        "who_decides": who_may_decide(state),
        "act": _ACTS.get(kind, heading),
    }


_HEADINGS = {
    Motion.Kind.CONTINUE: gettext_lazy("Play on in this %(noun)s"),
    Motion.Kind.VOID: gettext_lazy("Void this %(noun)s"),
    Motion.Kind.RESTORE: gettext_lazy("Let this %(noun)s count again"),
    Motion.Kind.STAND: gettext_lazy("Let the net score of this %(noun)s stand"),
    Motion.Kind.DEALER: gettext_lazy("Who dealt first"),
    Motion.Kind.SEATS: gettext_lazy("Who sat where"),
}
_ACTS = {
    Motion.Kind.CONTINUE: gettext_lazy("Let them play on"),
    Motion.Kind.DEALER: gettext_lazy("Correct the dealer"),
    Motion.Kind.SEATS: gettext_lazy("Correct the seats"),
}


def _takes(kind: Motion.Kind) -> str:
    """A sentence about the players whose consent a motion of this kind needs."""
    if kind in ABOUT_THE_SCORE:
        return _("It takes three of the four (Law 78).")
    if kind in EACH_ALONE:
        return _("It takes the consent of all four.")
    return _("It takes one player of each side.")


def plain_context(
    desk: RubberDesk, kind: Motion.Kind, form: MotionForm
) -> dict[str, object]:
    """The template context of a motion that names nothing: to play on, void, let count again, or let stand."""
    return motion_context(desk, kind, form) | {"follows": what_follows(desk, kind)}


def dealer_context(desk: RubberDesk, form: DealerForm) -> dict[str, object]:
    """The template context of the page that asks who dealt first: the score as it is, and the form."""
    return motion_context(desk, Motion.Kind.DEALER, form) | {
        "now": dealt_first(desk, desk.state.rubber.dealer),
    }


def results_by_dealer(desk: RubberDesk) -> dict[str, str]:
    """For each seat that is not the first dealer of the sheet, by letter: the score if that player dealt first."""
    others = [seat for seat in Seat if seat != desk.state.rubber.dealer]
    return {str(seat): dealt_first(desk, seat) for seat in others}


@dataclass(frozen=True, slots=True)
class SwapOption:
    """Two players who may have sat in each other's seats, as the page offers it."""

    swap: str
    """The letters of the two seats."""
    words: str
    """The score if they change places: `Ben and Cleo change places: Anna & Cleo 670 – Ben & Dan 0, …`."""
    deals: tuple[DealBySeats, ...]
    follows: tuple[str, ...]
    is_chosen: bool


def seats_context(desk: RubberDesk, form: ExchangeForm) -> dict[str, object]:
    """The template context of the page that asks who sat where: the score as it is, and the six exchanges."""
    state = desk.state
    context = motion_context(desk, Motion.Kind.SEATS, form)
    if context["hindrance"]:
        return context
    pairs = NamedPairs.of(desk.view, state.names)
    return context | {
        "now": net_from(state.sheet, pairs),
        "options": [_swap_option(desk, form, swap) for swap, _words in SWAPS],
    }


def _swap_option(desk: RubberDesk, form: ExchangeForm, swap: str) -> SwapOption:
    compared = compare_seats(desk.state, exchange_of(swap), seat=desk.seat)
    is_chosen = form["swap"].value() == swap
    words = by_these_seats(compared)
    return SwapOption(swap, words, compared.deals, compared.follows, is_chosen)


def reopening_context(desk: RubberDesk, form: WrittenReasonForm) -> dict[str, object]:
    """The template context of the page that opens an agreed rubber again: who decides, and the form for the reason.

    `asks` is true for a player, who can only ask the others; `refusal` says why the member cannot do it now.
    """
    asks = not desk.may_arbitrate
    refusal = hindrance(desk.state, Motion.Kind.REOPEN)
    if asks and not refusal:
        refusal = moving_refusal(desk.state, Motion.Kind.REOPEN)
    return sheet_context(desk.state, desk.view) | {
        "form": form,
        "asks": asks,
        "refusal": refusal,
    }
