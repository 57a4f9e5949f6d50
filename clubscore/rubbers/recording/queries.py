"""Checks before a deal is recorded or undone, and the sentences of the refusals."""

from functools import partial
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

import scoring
from clubscore.languages.spoken import told
from clubscore.languages.stored_sentences import HAD_LEFT, NEXT_HAD_BEGUN
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.queries import (
    all_still_here,
    in_play_after,
    next_has_begun,
)
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.rubber.votes import newest_votes
from clubscore.tables.games import noun_in_records
from scoring.words import deal_in_words

BY_CORRECTION = "Corrected when"  # begins the reason of an end that nobody chose


def require_keeper(desk: RubberDesk) -> None:
    """Raise PermissionDenied unless the member at the desk may write on the sheet of this rubber."""
    if not desk.may_keep:
        raise PermissionDenied(
            _(
                "Only the four players, whoever started the rubber, and the club’s scorers write on its sheet."
            )
        )


def already_recorded(state: RubberState, facts: scoring.Deal, key: UUID) -> Deal | None:
    """The deal that the form with this key has recorded already; None for a form that is sent for the first time.

    Raises KeySpent if the form has recorded other facts, or if the recorded version is not on the sheet any more
    because the deal was undone, struck out or corrected.
    """
    return once(
        key, state.version_by_key.get, partial(_other_deal_refusal, state, facts)
    )


def _other_deal_refusal(
    state: RubberState, facts: scoring.Deal, recorded: Deal
) -> str | None:
    """The sentence that refuses a form that was sent before; None if `recorded` is on the sheet and has these facts."""
    if recorded in state.deals and recorded.facts == facts:
        return None
    number = called(state, recorded.number)
    deal = told(deal_in_words(recorded.facts, state.names))
    return _("This form was used already for deal %(number)s: %(deal)s.") % {
        "number": number,
        "deal": deal,
    }


def recording_refusal(
    state: RubberState, number: int, seen_revision: int
) -> Refused | None:
    """The refusal of deal `number` from a form that saw the sheet at `seen_revision`; None if the deal can be recorded.

    It is a Refused if the rubber is over, and a Stale if the sheet has changed since or deal `number` is not the next.
    """
    if state.rubber.is_over:
        return Refused(over(state))
    if state.rubber.revision != seen_revision or number != state.next_number:
        return Stale(what_happened(state))
    return None


def over(state: RubberState) -> str:
    """The sentence that refuses a deal after the end of the rubber."""
    return _(
        "This %(noun)s is over: no deal can be added to it. Start the next one."
    ) % {"noun": state.rubber.noun}


def what_happened(state: RubberState) -> str:
    """A sentence that tells a scorer who was too late which member recorded, undid or struck out which deal."""
    newest = state.newest
    if newest is None:
        return _("The sheet has changed since you read it.")
    words = _("%(name)s recorded deal %(number)s meanwhile: %(deal)s.")
    if newest.is_undone:
        words = _("%(name)s undid deal %(number)s meanwhile: %(deal)s.")
    elif newest.is_struck:
        words = _("%(name)s struck out deal %(number)s meanwhile: %(deal)s.")
    deal = told(deal_in_words(newest.facts, state.names))
    return words % {
        "name": newest.recorded_by.short_name,
        "number": called(state, newest.number),
        "deal": deal,
    }


def undo_refusal(desk: RubberDesk, number: int) -> str | None:
    """The sentence that says why the member at the desk cannot undo deal `number`; None if the member can.

    A member can undo the last deal while that member may write on the sheet and has recorded the deal, nothing was
    written after it, nobody else has had a say in it, the net score is not agreed, and an ended rubber can be reopened.
    """
    state = desk.state
    last = state.last
    if last is None or last.number != number:
        words = _("Deal %(deal)s is not the last one any more: it cannot be undone.")
        return words % {"deal": called(state, number)}
    if last != state.newest:
        words = _(
            "Only what was recorded last can be undone; something came after deal %(deal)s."
        )
        return words % {"deal": called(state, number)}
    if last.recorded_by_id not in desk.own_records:
        words = _(
            "%(name)s recorded deal %(deal)s; only the one who recorded it can undo it."
        )
        return words % {
            "name": last.recorded_by.name,
            "deal": called(state, number),
        }
    if not desk.may_keep:
        return _(
            "You do not keep this sheet any more: one of the players can propose a correction instead."
        )
    if state.rubber.is_agreed:
        return _("The net score is agreed: the last deal cannot be undone any more.")
    refusal = _say_of_others(desk, last)
    if refusal is None and state.rubber.is_over:
        refusal = _end_that_stays(state)
    return refusal


def _say_of_others(desk: RubberDesk, last: Deal) -> str | None:
    """The sentence that refuses to undo a deal in which somebody else has had a say; None if nobody else has.

    Other members have a say by a proposal, a vote or a signature. The sentence also refuses to undo a deal that was
    corrected, and a deal after which the next was called or written in a book.
    """
    state = desk.state
    if last.reason:
        return _(
            "Deal %(deal)s has been corrected: propose another correction instead."
        ) % {"deal": called(state, last.number)}
    proposal = state.proposal_by_number.get(last.number)
    if proposal and proposal.made_by_id not in desk.own_records:
        words = _(
            "%(name)s proposes another result for deal %(deal)s: vote on it instead."
        )
        return words % {
            "name": proposal.made_by.short_name,
            "deal": called(state, last.number),
        }
    if proposal:
        voters = list(newest_votes(state, proposal))
        if other := _another(desk, voters):
            words = _(
                "%(other)s has voted on deal %(deal)s: take your proposal back, or let the others vote."
            )
            return words % {"other": other, "deal": called(state, last.number)}
    deal_signers = [
        signature.member_id
        for signature in state.deal_signatures
        if signature.under == last.pk
    ]
    if other := _another(desk, deal_signers):
        words = _(
            "%(other)s has agreed to deal %(deal)s: propose a correction instead."
        )
        return words % {"other": other, "deal": called(state, last.number)}
    net_signers = [signature.member_id for signature in state.net_signatures]
    if other := _another(desk, net_signers):
        words = _(
            "%(other)s has agreed to the net score: propose a correction of deal %(deal)s instead."
        )
        return words % {"other": other, "deal": called(state, last.number)}
    return _say_about_the_next(state, last)


def _say_about_the_next(state: RubberState, last: Deal) -> str | None:
    """The sentence that refuses to undo a deal after which the next was called or written in a book; else None."""
    words = ""
    if state.book_entry:
        words = _(
            "The next deal is in a book: propose a correction of deal %(deal)s instead."
        )
    elif last.number in state.auctions_over:
        words = _(
            "The next auction is over: propose a correction of deal %(deal)s instead."
        )
    return words % {"deal": called(state, last.number)} if words else None


def _another(desk: RubberDesk, signers: list[int]) -> str | None:
    """The short name of the first of these signers who is not the member at the desk; None if there is no such signer.

    `signers` are ids of persons.
    """
    state = desk.state
    names = {
        state.people[place.member_id]: place.member.short_name for place in state.seats
    }
    return next((names[signer] for signer in signers if signer != desk.member.pk), None)


def _end_that_stays(state: RubberState) -> str | None:
    """The sentence that refuses to undo the last deal because the rubber cannot be opened again; None if it can."""
    rubber = state.rubber
    if rubber.was_stopped:
        return _(
            "The %(noun)s was stopped after this deal: it cannot be undone any more."
        ) % {"noun": rubber.noun}
    if rubber.table.closed_at:
        return _(
            "%(table)s has been closed: the last deal cannot be undone any more."
        ) % {"table": rubber.table.called}
    if next_has_begun(rubber):
        words = _(
            "The next %(noun)s has begun: the last deal of this one cannot be undone any more."
        )
        return words % {"noun": rubber.noun}
    if not all_still_here(state):
        return _(
            "The four are not at the table any more: the last deal cannot be undone."
        )
    return None


def hindrance_to_open_again(state: RubberState) -> str:
    """The reason why a rubber that is incomplete after a correction cannot be played on; "" if it can.

    It can while its four players are at its table, in whatever seats, and no later rubber there has begun. A rubber of
    the same four that has no deal yet is no hindrance: by Law 74 the rubber before it is not over.
    """
    if not all_still_here(state):
        return HAD_LEFT()
    if next_has_begun(state.rubber) and empty_rubber_of_the_four(state) is None:
        return NEXT_HAD_BEGUN[noun_in_records(state.rubber.system)]()
    return ""


def empty_rubber_of_the_four(state: RubberState) -> RubberState | None:
    """The later rubber in play at the table, if the same four play it and it has no deal; else None."""
    following = in_play_after(state.rubber)
    if following is None or following.deals:
        return None
    is_of_the_four = {*following.players.values()} == {*state.players.values()}
    return following if is_of_the_four else None
