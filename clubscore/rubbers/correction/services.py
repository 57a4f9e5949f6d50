"""Writes about correction (Laws 77–79; 1912, laws 12 and 13): proposing, voting, taking back, a bad pack."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.games.periods import MAJORITY, Period
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.correction.closing import accept, close, still_open
from clubscore.rubbers.correction.consequences import consequence_of
from clubscore.rubbers.correction.queries import may_carry_over, period_for, tally_of
from clubscore.rubbers.holding import hold, move_signatures
from clubscore.rubbers.models import Deal, PackNote, Proposal, Vote
from clubscore.rubbers.numbers import called
from clubscore.rubbers.state import RubberState
from clubscore.write_lock import write_transaction


def propose(
    *,
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    key: UUID,
    by: Member,
    now: datetime,
    reason: str = "",
    later: str = "",
) -> Proposal:
    """Propose `facts` for the deal `base`; None strikes it out. The proposer's own vote is yes.

    Raises Refused when the deal has changed, another proposal is open for it, the period is over, nothing would
    change, or deals are left over and `later` does not say what becomes of them; scoring.ScoringError for facts that
    cannot be; PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied("Only the four players propose a correction.")
        sent = Proposal.objects.filter(rubber=state.rubber, key=key).first()
        if sent:
            return sent
        _refuse_to_propose(state, base, facts, later)
        proposal = Proposal.objects.create(
            rubber=state.rubber,
            base=base,
            origin=Proposal.Origin.CORRECTION,
            strikes=facts is None,
            later=later,
            made_by=by,
            made_at=now,
            reason=reason,
            key=key,
            **columns_of(facts or base.facts),
        )
        _vote(state, proposal, by, now, is_yes=True, how=SignatureMethod.TAPPED, device_of=None)
    return proposal


def _refuse_to_propose(state: RubberState, base: Deal, facts: scoring.Deal | None, later: str) -> None:
    if base not in state.deals:
        raise Refused(f"Deal {called(state, base.number)} has been changed since: look at it again.")
    if state.proposal_for(base.number):
        raise Refused(f"A proposal for deal {called(state, base.number)} is open already: vote on it first.")
    if facts == base.facts:
        raise Refused("That is what the sheet says already.")
    consequence = consequence_of(state, base, facts)
    period = period_for(state, base, facts)
    if not period.is_open:
        raise Refused(period.words)
    if consequence.left_over and not later:
        numbers = ", ".join(str(called(state, deal.number)) for deal in consequence.left_over)
        raise Refused(f"The rubber would end earlier: say what becomes of deal {numbers}.")
    if later == Proposal.Later.NEXT and not may_carry_over(state):
        raise Refused("The next rubber has begun: the deals left over can only be struck out.")


def cast(
    *,
    state: RubberState,
    proposal: Proposal,
    is_yes: bool,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.TAPPED,
    device_of: Member | None = None,
) -> None:
    """Write a player's vote; the newest counts. The proposal is accepted or refused as soon as that is certain.

    Raises Refused when it is closed or its period is over (then it expires), PermissionDenied for everybody else.
    """
    with write_transaction():
        state = hold(state)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied("Only the four players vote.")
        proposal = still_open(proposal)
        period = _vote(state, proposal, by, now, is_yes=is_yes, how=how, device_of=device_of)
    if not period.is_open:  # said only now: that the proposal expired is written
        raise Refused(period.words)


def _vote(
    state: RubberState,
    proposal: Proposal,
    by: Member,
    now: datetime,
    *,
    is_yes: bool,
    how: SignatureMethod,
    device_of: Member | None,
) -> Period:
    """Write the vote and what it decides; when the period is over, the proposal expires instead. Returns the period."""
    period = period_for(state, proposal.base, proposal.proposed)
    move_signatures(state=state)
    if not period.is_open:
        close(proposal=proposal, outcome=Proposal.State.EXPIRED, by=by, now=now)
        return period
    Vote.objects.create(proposal=proposal, member=by, is_yes=is_yes, at=now, how=how, device_of=device_of)
    tally = tally_of(state, proposal)
    if tally.yes >= period.consents:
        accept(state=state, proposal=proposal, outcome=Proposal.State.ACCEPTED, by=by, now=now)
    elif tally.no >= (MAJORITY if period.consents == MAJORITY else 1):
        close(proposal=proposal, outcome=Proposal.State.REFUSED, by=by, now=now)
    return period


def withdraw(*, state: RubberState, proposal: Proposal, by: Member, now: datetime) -> None:
    """Withdraw a proposal, by its proposer.

    Raises PermissionDenied for everybody else, Refused when it is closed.
    """
    with write_transaction():
        state = hold(state)
        if proposal.made_by_id != by.pk:
            raise PermissionDenied("Only the one who proposed it can take it back.")
        close(proposal=still_open(proposal), outcome=Proposal.State.WITHDRAWN, by=by, now=now)
        move_signatures(state=state)


def note_bad_pack(*, state: RubberState, text: str, by: Member, now: datetime) -> PackNote:
    """Note that the pack was found to be wrong. The scores recorded with it stand (Law 79).

    Raises Refused without a text, PermissionDenied for members who may not keep this rubber.
    """
    with write_transaction():
        state = hold(state)
        if not state.may_keep(by):
            raise PermissionDenied("Only the four players and the club’s scorers note a bad pack.")
        if not text.strip():
            raise Refused("Say what was wrong with the pack.")
        move_signatures(state=state)
        return PackNote.objects.create(rubber=state.rubber, text=text.strip(), member=by, at=now)
