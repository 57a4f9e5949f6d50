"""The rulings of arbiters in words. Wherever a ruling is shown, the words say that it is the club's decision."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.games import game_of
from clubscore.games.periods import ALL_FOUR
from clubscore.languages.spoken import told
from clubscore.members.models import Member
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


def decided_by(state: RubberState, member: Member) -> str:
    """The member who decided, with the role in which the member did: `Sam (arbiter)`.

    It is `Anna (admin, and a player here)` in a rubber of the time before decision 0075, when an admin who played could
    decide.
    """
    if member.person_id in state.people:
        return _("%(name)s (admin, and a player here)") % {"name": member.name}
    return _("%(name)s (arbiter)") % {"name": member.name}


def by_the_club(proposal: Proposal, system: str) -> str:
    """Sentences about the standing of a ruling: the law with the consents that it requires, and the club's decision.

    `system` is the scoring system of the rubber.
    """
    game = game_of(system)
    law = game.correction_law
    if proposal.strikes:
        law = game.strike_law
    words = _("By %(law)s a majority of the four decides.")
    if proposal.consents_then == 0:
        words = _("By %(law)s the players could not correct it any more.")
    elif proposal.consents_then == ALL_FOUR:
        words = _("By %(law)s all four would have had to consent.")
    return f"{words % {'law': told(law)}} {BY_THE_CLUB}"
