"""The words of what an admin decides: it is the club's decision, and says so wherever it shows."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.games.periods import ALL_FOUR
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.difference import in_full

BY_THE_CLUB = gettext_lazy("The club’s decision: the laws have none for this.")


def ruled(state: RubberState, proposal: Proposal) -> str:
    """`Deal 3 is corrected to 4♠ by Anna, made`, `Deal 3 is struck out`, `Deal 3 stays as recorded`."""
    deal = {"number": called(state, proposal.number)}
    if not proposal.is_ruled_yes:
        return _("Deal %(number)s stays as recorded") % deal
    if proposal.strikes:
        return _("Deal %(number)s is struck out") % deal
    return _("Deal %(number)s is corrected to %(facts)s") % (deal | {"facts": in_full(proposal.facts, state.names)})


def by_the_club(proposal: Proposal) -> str:
    """The sentence about a ruling: beyond what the players could decide by a majority, that is said first."""
    beyond = {
        0: _("The players could not correct it any more."),
        ALL_FOUR: _("All four would have had to consent."),
    }
    known = -1 if proposal.consents_then is None else proposal.consents_then
    return " ".join(filter(None, [beyond.get(known, ""), str(BY_THE_CLUB)]))
