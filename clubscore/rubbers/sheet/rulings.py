"""The words of what an admin decides: it is the club's decision, and says so wherever it shows."""

from clubscore.games.periods import ALL_FOUR
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.numbers import called
from clubscore.rubbers.sheet.difference import in_full
from clubscore.rubbers.state import RubberState

BY_THE_CLUB = "The club’s decision: the laws have none for this."


def ruled(state: RubberState, proposal: Proposal) -> str:
    """`Deal 3 is corrected to 4♠ by Anna, made`, `Deal 3 is struck out`, `Deal 3 stays as recorded`."""
    deal = called(state, proposal.number)
    if not proposal.is_ruled_yes:
        return f"Deal {deal} stays as recorded"
    if proposal.strikes:
        return f"Deal {deal} is struck out"
    return f"Deal {deal} is corrected to {in_full(proposal.facts, state.names)}"


def by_the_club(proposal: Proposal) -> str:
    """The sentence about a ruling: beyond what the players could decide by a majority, that is said first."""
    beyond = {
        0: "The players could not correct it any more.",
        ALL_FOUR: "All four would have had to consent.",
    }
    known = -1 if proposal.consents_then is None else proposal.consents_then
    return " ".join(filter(None, [beyond.get(known, ""), BY_THE_CLUB]))
