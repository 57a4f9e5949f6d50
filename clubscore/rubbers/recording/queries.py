"""Checks before a deal is recorded, and the words of the refusals."""

from uuid import UUID

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal
from clubscore.rubbers.numbers import called
from clubscore.rubbers.refusals import KeyUsed, Stale
from clubscore.rubbers.state import RubberState
from scoring.words import deal_in_words


def require_keeper(state: RubberState, by: Member) -> None:
    """Raises PermissionDenied for members who may not keep this rubber."""
    if not state.may_keep(by):
        raise PermissionDenied(
            "Only the four players, whoever started the rubber, and the club’s scorers write on its sheet."
        )


def already_recorded(state: RubberState, facts: scoring.Deal, key: UUID) -> Deal | None:
    """The deal that this form has recorded already; None the first time.

    Raises KeyUsed when the key recorded other facts, or a deal that was undone since.
    """
    used = state.version_with(key)
    if used is None or (used in state.deals and used.facts == facts):
        return used
    words = deal_in_words(used.facts, state.names)
    raise KeyUsed(f"This form was used already for deal {called(state, used.number)}: {words}.")


def refusal_to_record(state: RubberState, number: int, seen_revision: int) -> Refused | None:
    """The refusal of deal `number` from a form that saw the sheet at `seen_revision`; None when it can be recorded."""
    if state.rubber.is_over:
        return Refused(over(state))
    if state.rubber.revision != seen_revision or number != state.next_number:
        return Stale(what_happened(state))
    return None


def over(state: RubberState) -> str:
    """The sentence for a deal that comes after the end."""
    return f"This {state.rubber.noun} is over: no deal can be added to it. Start the next one."


def what_happened(state: RubberState) -> str:
    """A sentence about the newest version and its recorder, for the scorer who was slower."""
    newest = state.newest
    if newest is None:
        return "The sheet has changed since you read it."
    action = "undid" if newest.is_struck else "recorded"
    words = deal_in_words(newest.facts, state.names)
    return f"{newest.recorded_by.short_name} {action} deal {called(state, newest.number)} meanwhile: {words}."
