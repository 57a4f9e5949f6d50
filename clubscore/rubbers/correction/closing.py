"""The end of a proposal, in the caller's transaction: closed, or accepted with all that follows for the sheet."""

from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import override

import scoring
from clubscore.contracts.models import columns_of
from clubscore.languages.stored_sentences import BEGINS_THE_NEXT, IS_LOST
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import begin_next_rubber, fate_of_left_over
from clubscore.rubbers.correction.queries import counted_votes
from clubscore.rubbers.models import Deal, DealAgreement, Proposal
from clubscore.rubbers.recording.services import settle_ending
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables.games import noun_in_records


def still_open(proposal: Proposal) -> Proposal:
    """The proposal as it is now. Raises Refused when it is closed."""
    current = Proposal.objects.select_related("base", "made_by").get(pk=proposal.pk)
    if not current.is_open:
        raise Refused(_("This proposal is %(state)s already.") % {"state": current.get_state_display()})
    return current


def close(*, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """The proposal is open no longer; `outcome` is its state from now on."""
    proposal.state, proposal.closed_at, proposal.closed_by = outcome, now, by
    proposal.save(update_fields=["state", "closed_at", "closed_by"])


def turn_down(*, state: RubberState, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """Close a proposal that changes nothing. The signatures given before it count again, and may post the rubber.

    `outcome` is the state that the proposal gets.
    """
    close(proposal=proposal, outcome=outcome, by=by, now=now)
    if state.rubber.is_over:
        post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def accept(*, state: RubberState, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """Write the new version, deal with what is left over, close the proposal. Who voted yes has signed the version.

    `outcome` is the state that the proposal gets. May post the rubber.
    """
    base, facts = proposal.base, proposal.proposed
    consequence = consequence_of(state, base, facts)
    close(proposal=proposal, outcome=outcome, by=by, now=now)
    with override(None):  # rows are kept in English
        reason = proposal.reason or proposal.get_origin_display()
    written = _next_version(state, base, facts, by=proposal.made_by, now=now, reason=reason)
    if not written.is_struck:
        DealAgreement.objects.bulk_create(
            DealAgreement(deal=written, member_id=vote.member_id, at=now, how=vote.how, device_of_id=vote.device_of_id)
            for vote in counted_votes(state, proposal).values()
            if vote.is_yes
        )
    settle_ending(state=state, sheet=consequence.after, by=by, now=now)
    if consequence.left_over:
        _take_off_left_over(state, consequence, proposal, now=now)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _take_off_left_over(state: RubberState, consequence: Consequence, proposal: Proposal, *, now: datetime) -> None:
    """Take the deals after the new end off the sheet; they begin the next rubber where that was proposed and can be.

    What was proposed for them would put them back: it expires. The end is written already, which locks the table: who
    sits there and what is played there next stays so until all is written.
    """
    fate, by = fate_of_left_over(state, proposal.later), proposal.made_by
    words = BEGINS_THE_NEXT[noun_in_records(state.rubber.system)] if fate.is_next_rubber else IS_LOST
    with override(None):
        reason = words(deal=called(state, proposal.number))
    for deal in consequence.left_over:
        _next_version(state, deal, None, by=by, now=now, reason=reason)
    state.rubber.proposals.open().filter(base__in=consequence.left_over).update(
        state=Proposal.State.EXPIRED, closed_at=now
    )
    if fate.is_next_rubber:
        begin_next_rubber(state=state, consequence=consequence, by=by, now=now)


def _next_version(
    state: RubberState, base: Deal, facts: scoring.Deal | None, *, by: Member, now: datetime, reason: str
) -> Deal:
    newest = state.newest_version(base.number)
    return Deal.objects.create(
        rubber=state.rubber,
        number=base.number,
        version=(newest.version if newest else 0) + 1,
        is_struck=facts is None,
        recorded_at=now,
        recorded_by=by,
        reason=reason,
        key=uuid4(),
        **columns_of(facts or base.facts),
    )
