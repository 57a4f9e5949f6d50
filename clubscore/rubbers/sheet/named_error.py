"""The error that the proposer of a correction names (Law 78), in the words that players use."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.languages.spoken import told
from clubscore.rubbers.models import Proposal
from scoring import Deal
from scoring.words import NUMBERS


def error_in_words(proposal: Proposal) -> str:
    """The error that the proposer has named: `ten tricks were agreed, and entered wrongly`; empty if none was named."""
    if proposal.error == Proposal.Error.RECORDING:
        tricks = proposal.tricks or 0
        words = ngettext(
            "%(number)s trick was agreed, and entered wrongly",
            "%(number)s tricks were agreed, and entered wrongly",
            tricks,
        )
        return words % {"number": told(NUMBERS[tricks])}
    if proposal.error:
        return _("the four agreed on the wrong number of tricks")
    return ""


def error_as_choice(error: str, facts: Deal | None) -> str:
    """A proposer's answer to the question which error was made, as a form offers it. `error` is a Proposal.Error.

    The answer names the number of tricks in the proposed `facts`. It names no number if `facts` is None:
    then no facts are entered yet.
    """
    if error == Proposal.Error.AGREEMENT:
        return _("We agreed on the wrong number of tricks.")
    if facts is None or facts.tricks is None:
        return _("All four agreed on that number; it was entered wrongly.")
    words = ngettext(
        "All four agreed on %(number)s trick; it was entered wrongly.",
        "All four agreed on %(number)s tricks; it was entered wrongly.",
        facts.tricks,
    )
    return words % {"number": told(NUMBERS[facts.tricks])}
