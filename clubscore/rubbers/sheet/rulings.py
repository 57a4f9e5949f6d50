"""The rulings of admins in words. Wherever a ruling is shown, the words say that it is the club's decision."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.games.periods import ALL_FOUR
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.difference import in_full

BY_THE_CLUB = gettext_lazy("The club’s decision: the laws have none for this.")


def ruled(state: RubberState, proposal: Proposal) -> str:
    """The result of a ruling in words.

    `Deal 3 is corrected to 4♠ by Anna, made`, `Deal 3 is struck out` or `Deal 3 stays as recorded`.
    """
    number = called(state, proposal.number)
    if not proposal.is_ruled_yes:
        return _("Deal %(number)s stays as recorded") % {"number": number}
    if proposal.strikes:
        return _("Deal %(number)s is struck out") % {"number": number}
    facts = in_full(proposal.facts, state.names)
    return _("Deal %(number)s is corrected to %(facts)s") % {
        "number": number,
        "facts": facts,
    }


def by_the_club(proposal: Proposal) -> str:
    """A sentence which says that the ruling is the club's decision.

    If the players could not correct the deal any more, or if all four had to consent, a sentence that says so comes
    first.
    """
    if proposal.consents_then == 0:
        return f"{_('The players could not correct it any more.')} {BY_THE_CLUB}"
    if proposal.consents_then == ALL_FOUR:
        return f"{_('All four would have had to consent.')} {BY_THE_CLUB}"
    return str(BY_THE_CLUB)
