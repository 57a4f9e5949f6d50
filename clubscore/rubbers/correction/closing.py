"""The end of a proposal, in the caller's transaction: closed, or accepted with all that follows for the sheet."""

from datetime import datetime
from uuid import uuid4

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.queries import fate_of_left_over, votes_on
from clubscore.rubbers.loading import load
from clubscore.rubbers.models import Deal, DealAgreement, Proposal
from clubscore.rubbers.numbers import called
from clubscore.rubbers.recording.services import settle_ending, start_rubber, write_deal
from clubscore.rubbers.state import RubberState


def still_open(proposal: Proposal) -> Proposal:
    """The proposal as it is now. Raises Refused when it is closed."""
    current = Proposal.objects.select_related("base", "made_by").get(pk=proposal.pk)
    if not current.is_open:
        raise Refused(f"This proposal is {current.get_state_display()} already.")
    return current


def close(*, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """The proposal is open no longer; `outcome` is its state from now on."""
    proposal.state, proposal.closed_at, proposal.closed_by = outcome, now, by
    proposal.save(update_fields=["state", "closed_at", "closed_by"])


def accept(*, state: RubberState, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """Write the new version, deal with what is left over, close the proposal. Who voted yes has signed the version.

    `outcome` is the state that the proposal gets. May post the rubber.
    """
    base, facts = proposal.base, proposal.proposed
    consequence, fate = consequence_of(state, base, facts), fate_of_left_over(state, proposal)
    close(proposal=proposal, outcome=outcome, by=by, now=now)
    reason = proposal.reason or proposal.get_origin_display()
    written = _next_version(state, base, facts, by=proposal.made_by, now=now, reason=reason)
    if not written.is_struck:
        DealAgreement.objects.bulk_create(
            DealAgreement(deal=written, member_id=member, at=now, how=SignatureMethod.TAPPED)
            for member, is_yes in votes_on(state, proposal).items()
            if is_yes
        )
    _strike_left_over(state, consequence, base, by=proposal.made_by, now=now)
    settle_ending(state=state, sheet=consequence.after, by=by, now=now)
    if consequence.left_over and fate == Proposal.Later.NEXT:
        _carry_over(state, consequence, by=proposal.made_by, now=now)
    post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def _strike_left_over(state: RubberState, consequence: Consequence, base: Deal, *, by: Member, now: datetime) -> None:
    """Take the deals after the new end off the sheet. What was proposed for them would put them back: it expires."""
    reason = f"After the end, since deal {called(state, base.number)} was corrected"
    for deal in consequence.left_over:
        _next_version(state, deal, None, by=by, now=now, reason=reason)
    state.rubber.proposals.open().filter(base__in=consequence.left_over).update(
        state=Proposal.State.EXPIRED, closed_at=now
    )


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


def _carry_over(state: RubberState, consequence: Consequence, *, by: Member, now: datetime) -> None:
    """The deals left over begin the next rubber, dealt on from where this one now ends."""
    last = consequence.after.deals[-1]
    following = load(start_rubber(table=state.rubber.table, dealer=last.dealer.next, by=by, now=now).pk)
    for deal in consequence.left_over:
        following = write_deal(state=following, facts=deal.facts, key=uuid4(), by=by, now=now).state
