"""The arbiters who may decide in a rubber: those who play and have played in no seat of it (decision 0075)."""

from collections.abc import Iterable

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.members.queries import members_who_may
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.state import RubberState
from clubscore.web.templatetags.sentences import any_of

MOST_NAMES = 3


def arbiters_of_the_club() -> list[Member]:
    """The members who may arbitrate and can sign in, by name. Runs one statement."""
    return members_who_may("arbitrate")


def neutral_arbiters(state: RubberState) -> list[Member]:
    """The arbiters of the club who may decide in this rubber, by name. Runs one statement."""
    return _neutral(arbiters_of_the_club(), state)


def _neutral(arbiters: Iterable[Member], state: RubberState) -> list[Member]:
    return [arbiter for arbiter in arbiters if RubberDesk(state, arbiter).is_neutral]


def deciders_in_words(arbiters: Iterable[Member], state: RubberState) -> str:
    """A sentence that names at most MOST_NAMES of these arbiters who may decide in this rubber.

    If all of them have played in it, the sentence says that the players agree among themselves, or that the
    club names another arbiter.
    """
    neutral = [arbiter.name for arbiter in _neutral(arbiters, state)]
    if not neutral:
        return _(
            "Every arbiter of the club has played in it: the players agree among themselves, or the club names "
            "another arbiter."
        )
    return _("An arbiter who has not played in it decides: %(names)s.") % {
        "names": any_of(neutral[:MOST_NAMES])
    }


def who_may_decide(state: RubberState) -> str:
    """A sentence that names the arbiters who may decide in this rubber (`deciders_in_words`). Runs one statement."""
    return deciders_in_words(arbiters_of_the_club(), state)


def require_arbiter(desk: RubberDesk) -> None:
    """Raise PermissionDenied, with the names of those who may, unless the member at the desk may decide here."""
    if desk.may_arbitrate:
        return
    refusal = _("Only an arbiter decides this.")
    if not desk.is_neutral:
        refusal = _("You have played in it: nobody decides in their own matter.")
    raise PermissionDenied(f"{refusal} {who_may_decide(desk.state)}")
