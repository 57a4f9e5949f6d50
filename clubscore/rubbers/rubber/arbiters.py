"""The arbiters who may decide in a rubber: those who play and have played in no seat of it (decision 0075)."""

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.members.queries import members_who_may
from clubscore.rubbers.rubber.binding import can_sign, table_pin_refusal
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import all_of, any_of
from scoring import Seat, Side

MOST_NAMES = 3


def arbiters_of_the_club() -> list[Member]:
    """The members who may arbitrate and can sign in, by name. Runs one statement."""
    return members_who_may("arbitrate")


def neutral_arbiters(state: RubberState) -> list[Member]:
    """The arbiters of the club who may decide in this rubber, by name. Runs one statement."""
    return neutral_among(arbiters_of_the_club(), state)


def neutral_among(arbiters: Iterable[Member], state: RubberState) -> list[Member]:
    """Those of the arbiters who may decide in this rubber."""
    return [arbiter for arbiter in arbiters if RubberDesk(state, arbiter).is_neutral]


def deciders_in_words(arbiters: Iterable[Member], state: RubberState) -> str:
    """A sentence that names at most MOST_NAMES of these arbiters who may decide in this rubber.

    If all of them have played in it, the sentence says that the players agree among themselves, or that the
    club names another arbiter; only the latter if nobody of one side can sign any more.
    """
    neutral = [arbiter.name for arbiter in neutral_among(arbiters, state)]
    if not neutral and (silent := silent_side(state)):
        words = _(
            "Every arbiter of the club has played in it, and %(names)s cannot sign: the club names another arbiter."
        )
        return words % {"names": all_of(silent)}
    if not neutral:
        return _(
            "Every arbiter of the club has played in it: the players agree among themselves, or the club names "
            "another arbiter."
        )
    return _("An arbiter who has not played in it decides: %(names)s.") % {
        "names": any_of(neutral[:MOST_NAMES])
    }


def silent_side(state: RubberState) -> list[str]:
    """The names of the two players of a side of which nobody can sign any more; empty if each side has somebody."""
    for side in Side:
        if not any(can_sign(state.players, seat, alone=False) for seat in side.seats):
            return [state.names[seat] for seat in side.seats]
    return []


def who_may_decide(state: RubberState) -> str:
    """A sentence that names the arbiters who may decide in this rubber (`deciders_in_words`). Runs one statement."""
    return deciders_in_words(arbiters_of_the_club(), state)


def pin_refusal(state: RubberState, seat: Seat, *, alone: bool = False) -> str:
    """Sentences that say why a table PIN does not count for the player in the seat, what would count, and who decides
    else (`table_pin_refusal`). Runs one statement.
    """
    refusal = table_pin_refusal(state.players, seat, alone=alone)
    return f"{refusal} {who_may_decide(state)}"


def require_arbiter(desk: RubberDesk) -> None:
    """Raise PermissionDenied, with the names of those who may, unless the member at the desk may decide here."""
    if desk.may_arbitrate:
        return
    refusal = _("Only an arbiter decides this.")
    if not desk.is_neutral:
        refusal = _("You have played in it: nobody decides in their own matter.")
    raise PermissionDenied(f"{refusal} {who_may_decide(desk.state)}")
