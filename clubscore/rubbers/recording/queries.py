"""Checks before a deal is recorded, and the words of the refusals."""

from uuid import UUID

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal
from clubscore.rubbers.numbers import called
from clubscore.rubbers.queries import next_has_begun, still_seated
from clubscore.rubbers.refusals import KeyUsed, Stale
from clubscore.rubbers.state import RubberState
from scoring.words import deal_in_words

BY_CORRECTION = "Corrected when"  # begins the reason of an end that nobody chose


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
    action = "undid" if newest.is_undone else "struck out" if newest.is_struck else "recorded"
    words = deal_in_words(newest.facts, state.names)
    return f"{newest.recorded_by.short_name} {action} deal {called(state, newest.number)} meanwhile: {words}."


def refusal_to_undo(state: RubberState, number: int, by: Member) -> str | None:
    """The sentence that refuses `by` to undo deal `number`; None while it can be undone.

    Undo is the recorder's second look at an entry: it ends when anybody else has a say in the deal.
    """
    last, deal = state.last, called(state, number)
    if last is None or last.number != number:
        return f"Deal {deal} is not the last one any more: it cannot be undone."
    if last != state.newest:
        return f"Only what was recorded last can be undone; something came after deal {deal}."
    if state.person(last.recorded_by_id) != by.pk:
        return f"{last.recorded_by.name} recorded deal {deal}; only the one who recorded it can undo it."
    if not state.may_keep(by):
        return "You do not keep this sheet any more: one of the players can propose a correction instead."
    if state.rubber.is_agreed:
        return "The net score is agreed: the last deal cannot be undone any more."
    return _say_of_others(state, last, by) or (_end_that_stays(state) if state.rubber.is_over else None)


def _say_of_others(state: RubberState, last: Deal, by: Member) -> str | None:
    """The sentence for a deal in which somebody else has had a say: by a vote, a signature, or calling on the next."""
    deal = called(state, last.number)
    if last.reason:
        return f"Deal {deal} has been corrected: propose another correction instead."
    proposal = state.proposal_for(last.number)
    if proposal and state.person(proposal.made_by_id) != by.pk:
        return f"{proposal.made_by.short_name} proposes another result for deal {deal}: vote on it instead."
    voters = list(proposal.newest_votes(state.signers)) if proposal else []
    if other := _another(state, voters, by):
        return f"{other} has voted on deal {deal}: take your proposal back, or let the others vote."
    signed = [each.member_id for each in state.deal_signatures if each.under == last.pk]
    if other := _another(state, signed, by):
        return f"{other} has agreed to deal {deal}: propose a correction instead."
    if other := _another(state, [each.member_id for each in state.net_signatures], by):
        return f"{other} has agreed to the net score: propose a correction of deal {deal} instead."
    if last.number in state.auctions_over:
        return f"The next auction is over: propose a correction of deal {deal} instead."
    return None


def _another(state: RubberState, signers: list[int], by: Member) -> str | None:
    """The name of the first of these signers who is not `by`."""
    names = {state.person(place.member_id): place.member.short_name for place in state.seats}
    return next((names[signer] for signer in signers if signer != by.pk), None)


def _end_that_stays(state: RubberState) -> str | None:
    """The sentence for an end, brought by the last deal, that cannot be taken back."""
    rubber = state.rubber
    if rubber.was_stopped:
        return f"The {rubber.noun} was stopped after this deal: it cannot be undone any more."
    if rubber.table.closed_at:
        return f"{rubber.table.name} has been put away: the last deal cannot be undone any more."
    if next_has_begun(rubber):
        return f"The next {rubber.noun} has begun: the last deal of this one cannot be undone any more."
    if not still_seated(state):
        return "The four do not sit as they did any more: the last deal cannot be undone."
    return None


def hindrance_to_open_again(state: RubberState) -> str:
    """The reason for closing a rubber unfinished when a correction takes its end away; empty if it is played on."""
    if not still_seated(state):
        return f"{BY_CORRECTION} the four had left the table"
    return f"{BY_CORRECTION} the next {state.rubber.noun} had begun" if next_has_begun(state.rubber) else ""
