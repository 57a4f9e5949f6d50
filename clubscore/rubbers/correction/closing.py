"""Functions that close a proposal, accepted or not, in the caller's transaction."""

from datetime import datetime
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import override

from clubscore.languages.stored_sentences import BEGINS_THE_NEXT, IS_LOST
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import post_if_agreed
from clubscore.rubbers.correction.ballot import ballot_on
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import fate_of_left_over, take_off_left_over
from clubscore.rubbers.correction.queries import earlier_with_proposals
from clubscore.rubbers.models import Deal, DealAgreement, Proposal, Rubber, Vote
from clubscore.rubbers.recording.services import next_version, settle_ending
from clubscore.rubbers.rubber.holding import hold
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.rubber.votes import counted_votes
from clubscore.tables.games import noun_in_records


def still_open(proposal: Proposal) -> Proposal:
    """The proposal, read from the database again with its deal and its proposer.

    Raises Refused if the proposal is closed.
    """
    current = Proposal.objects.select_related("base", "made_by").get(pk=proposal.pk)
    if not current.is_open:
        raise Refused(
            _("This proposal is %(state)s already.")
            % {"state": current.get_state_display()}
        )
    return current


def close(*, proposal: Proposal, outcome: str, by: Member, now: datetime) -> None:
    """Close the proposal in the name of `by`; `outcome`, a Proposal.State, is its state from now on."""
    proposal.state = outcome
    proposal.closed_at = now
    proposal.closed_by = by
    proposal.save(update_fields=["state", "closed_at", "closed_by"])


def turn_down(
    *, state: RubberState, proposal: Proposal, outcome: str, by: Member, now: datetime
) -> None:
    """Close a proposal without a change of the deal; `outcome`, a Proposal.State, is its state from now on.

    The signatures under the net score that are older than the proposal count again. If they are enough, the rubber is
    posted to the books.
    """
    close(proposal=proposal, outcome=outcome, by=by, now=now)
    if state.rubber.is_over:
        post_if_agreed(state=load(state.rubber.pk), by=by, now=now)


def accept(
    *, state: RubberState, proposal: Proposal, outcome: str, by: Member, now: datetime
) -> None:
    """Accept a proposal: write the corrected version of the deal, and close the proposal.

    The players who voted yes sign the new version. If the correction ends the rubber earlier, the deals after the new
    end are taken off the sheet. The rubber is posted to the books if the net score is agreed then. `outcome`, a
    Proposal.State, is the state of the proposal from now on. Raises scoring.ScoringError if the proposed facts cannot
    be scored.
    """
    base = proposal.base
    facts = proposal.proposed
    consequence = consequence_of(state, base, facts)
    close(proposal=proposal, outcome=outcome, by=by, now=now)
    with override(None):  # rows are kept in English
        reason = proposal.reason or proposal.get_origin_display()
    version = next_version(
        state=state, base=base, facts=facts, by=proposal.made_by, now=now, reason=reason
    )
    if not version.is_struck:
        votes = counted_votes(state, proposal).by_player.values()
        DealAgreement.objects.bulk_create(
            _signature(vote, version, now) for vote in votes if vote.is_yes
        )
    settle_ending(state=state, sheet=consequence.after, by=by, now=now)
    if consequence.left_over:
        _take_off_left_over(state, consequence, proposal, now=now)
    corrected = load(state.rubber.pk)
    if version.is_struck or consequence.left_over:
        corrected = accept_if_enough(state=corrected, now=now)
    if version.is_struck:
        accept_in_earlier_rubbers(rubber=state.rubber, now=now)
    post_if_agreed(state=corrected, by=by, now=now)


def accept_if_enough(*, state: RubberState, now: datetime) -> RubberState:
    """Accept each open proposal that has enough votes, in the caller's transaction. Returns the rubber after that.

    Votes become enough if a deal leaves the sheet: the correction period of the deal before it is open again, and a
    majority is enough where it took all four. The player whose vote completed the majority closes the proposal.
    """
    while decided := _decided(state):
        accept(
            state=state,
            proposal=decided.proposal,
            outcome=Proposal.State.ACCEPTED,
            by=decided.member,
            now=now,
        )
        state = load(state.rubber.pk)
    return state


def accept_in_earlier_rubbers(*, rubber: Rubber, now: datetime) -> None:
    """Accept what has enough votes in earlier rubbers of these players, in the caller's transaction.

    Without a deal of this rubber, or without the whole rubber, the correction period of the last deal of the rubber
    before may be open again (Law 78).
    """
    for pk in earlier_with_proposals(rubber):
        earlier, now = hold(load(pk), now)
        accept_if_enough(state=earlier, now=now)


def _decided(state: RubberState) -> Vote | None:
    """The vote that completed the majority for an open proposal; None if no open proposal has enough votes."""
    for proposal in state.proposals:
        ballot = ballot_on(state, proposal)
        consents = ballot.period.consents
        if ballot.period.is_open and ballot.votes.yes >= consents:
            votes = sorted(ballot.votes.by_player.values(), key=attrgetter("pk"))
            return [vote for vote in votes if vote.is_yes][consents - 1]
    return None


def _signature(vote: Vote, version: Deal, now: datetime) -> DealAgreement:
    """A signature under `version`, not saved yet, with the player, the method and the device of the vote."""
    return DealAgreement(
        deal=version,
        member_id=vote.member_id,
        at=now,
        how=vote.how,
        device_of_id=vote.device_of_id,
    )


def _take_off_left_over(
    state: RubberState, consequence: Consequence, proposal: Proposal, *, now: datetime
) -> None:
    """Take the deals after the new end of the rubber off the sheet, in the caller's transaction.

    They begin the next rubber, unless the proposer chose to strike them out or something hinders it. Open proposals for
    these deals expire, since they would put the deals back. The caller has written the end already, which locks the
    table: nobody changes seats and no rubber begins there until everything is written.
    """
    by = proposal.made_by
    fate = fate_of_left_over(state, proposal.later)
    words = IS_LOST
    if fate.is_next_rubber:
        words = BEGINS_THE_NEXT[noun_in_records(state.rubber.system)]
    with override(None):
        reason = words(deal=called(state, proposal.number))
    for_these_deals = state.rubber.proposals.open().filter(
        base__number__in=[deal.number for deal in consequence.left_over]
    )
    for_these_deals.update(state=Proposal.State.EXPIRED, closed_at=now)
    take_off_left_over(
        state=state,
        consequence=consequence,
        fate=fate,
        reason=reason,
        by=by,
        now=now,
    )
