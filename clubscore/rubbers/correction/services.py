"""Writes about correction (Laws 77–79; 1912, laws 12, 13 and 39): proposing, voting, taking back, a bad pack."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.write_lock import write_transaction
from clubscore.games.periods import MAJORITY
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.correction.closing import accept, close, still_open, turn_down
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import hindrance_to_next
from clubscore.rubbers.correction.queries import must_name_error, period_for, period_of, tally_of
from clubscore.rubbers.models import Deal, PackNote, Proposal, Vote
from clubscore.rubbers.rubber.binding import counts_as_vote, refusal_of_table_pin
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState


def propose(
    *,
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    key: UUID,
    by: Member,
    now: datetime,
    reason: str = "",
    error: str = "",
    later: str = "",
) -> Proposal:
    """Propose `facts` for the deal `base`; None strikes it out. The proposer's own vote is yes.

    `error` is a Proposal.Error: which it was, where the number of tricks differs and the laws ask. `later` is a
    Proposal.Later: what becomes of deals left over, where they could begin the next rubber.

    Raises Refused when the deal has changed, another proposal is open for it, the period is over, nothing would
    change, or `error` or `later` is not said where it must be; scoring.ScoringError for facts that cannot be;
    PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state, now = hold(state, now)
        if state.seat_of(by.pk) is None:
            raise PermissionDenied(_("Only the four players propose a correction."))
        sent = Proposal.objects.filter(rubber=state.rubber, key=key).first()
        if sent:
            return sent
        _refuse_to_propose(state, base, facts, error)
        _make_room(state, base, by, now)
        if not must_name_error(state, base, facts):
            error = ""
        later = later or _only_fate(state, consequence_of(state, base, facts))
        proposal = Proposal.objects.create(
            rubber=state.rubber,
            base=base,
            origin=Proposal.Origin.CORRECTION,
            strikes=facts is None,
            error=error,
            later=later,
            made_by=by,
            made_at=now,
            reason=reason,
            key=key,
            **columns_of(facts or base.facts),
        )
        _vote(state, proposal, by, now, is_yes=True, how=SignatureMethod.TAPPED, device_of=None)
    return proposal


def _refuse_to_propose(state: RubberState, base: Deal, facts: scoring.Deal | None, error: str) -> None:
    if base not in state.deals:
        raise Refused(
            _("Deal %(number)s has been changed since: look at it again.") % {"number": called(state, base.number)}
        )
    standing = state.proposal_for(base.number)
    if standing and period_of(state, standing).is_open:
        raise Refused(
            _("A proposal for deal %(number)s is open already: vote on it first.")
            % {"number": called(state, base.number)}
        )
    if facts == base.facts:
        raise Refused(_("That is what the sheet says already."))
    if must_name_error(state, base, facts) and error not in Proposal.Error.values:
        raise Refused(
            _("The number of tricks is another: say whether it was agreed and entered wrongly, or agreed wrongly."),
            field="error",
        )
    period = period_for(state, base, facts, named=error)
    if not period.is_open:
        raise Refused(period.words)


def _make_room(state: RubberState, base: Deal, by: Member, now: datetime) -> None:
    """A proposal for this deal on which the players can vote no more expires: it must not stand in another's way."""
    standing = state.proposal_for(base.number)
    if standing:
        close(proposal=standing, outcome=Proposal.State.EXPIRED, by=by, now=now)


def _only_fate(state: RubberState, consequence: Consequence) -> str:
    """The fate of the deals left over where nobody has said it: they are struck out, if they can go nowhere else.

    Raises Refused when they could begin the next rubber.
    """
    if not consequence.left_over:
        return ""
    if hindrance_to_next(state):
        return Proposal.Later.STRIKE
    numbers = ", ".join(str(called(state, deal.number)) for deal in consequence.left_over)
    raise Refused(
        _("The %(noun)s would end earlier: say what becomes of deal %(numbers)s.")
        % {"noun": state.rubber.noun, "numbers": numbers}
    )


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

    Raises Refused when it is closed, or its period is over: then only an admin can still decide it; and for a vote by
    a table PIN that does not count. PermissionDenied for everybody else.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = state.seat_of(by.pk)
        if seat is None:
            raise PermissionDenied(_("Only the four players vote."))
        proposal = still_open(proposal)
        votes = proposal.newest_votes(state.signers)
        if not counts_as_vote(state.players, seat, how=how, is_yes=is_yes, votes=votes):
            raise Refused(refusal_of_table_pin(state.players, seat))
        _vote(state, proposal, by, now, is_yes=is_yes, how=how, device_of=device_of)


def _vote(
    state: RubberState,
    proposal: Proposal,
    by: Member,
    now: datetime,
    *,
    is_yes: bool,
    how: SignatureMethod,
    device_of: Member | None,
) -> None:
    """Write the vote and what it decides. Raises Refused when the period is over."""
    period = period_of(state, proposal)
    if not period.is_open:
        raise Refused(f"{period.words} {_('Only an admin can still decide on it.')}")
    move_signatures(state=state)
    Vote.objects.create(proposal=proposal, member=by, is_yes=is_yes, at=now, how=how, device_of=device_of)
    tally = tally_of(state, proposal)
    if is_yes and tally.yes >= period.consents:
        accept(state=state, proposal=proposal, outcome=Proposal.State.ACCEPTED, by=by, now=now)
    elif tally.no >= (MAJORITY if period.consents == MAJORITY else 1):
        turn_down(state=state, proposal=proposal, outcome=Proposal.State.REFUSED, by=by, now=now)


def withdraw(*, state: RubberState, proposal: Proposal, by: Member, now: datetime) -> None:
    """Withdraw a proposal, by its proposer.

    Raises PermissionDenied for everybody else, Refused when it is closed.
    """
    with write_transaction():
        state, now = hold(state, now)
        if state.person(proposal.made_by_id) != by.pk:
            raise PermissionDenied(_("Only the one who proposed it can take it back."))
        move_signatures(state=state)
        turn_down(state=state, proposal=still_open(proposal), outcome=Proposal.State.WITHDRAWN, by=by, now=now)


def note_bad_pack(*, state: RubberState, text: str, by: Member, now: datetime) -> PackNote:
    """Note that the pack was found to be wrong. The scores recorded with it stand (Law 79; 1912, law 39).

    Raises Refused without a text, PermissionDenied for members who may not keep this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        if not state.may_keep(by):
            raise PermissionDenied(_("Only the four players and the club’s scorers note a bad pack."))
        if not text.strip():
            raise Refused(_("Say what was wrong with the pack."))
        move_signatures(state=state)
        return PackNote.objects.create(rubber=state.rubber, text=text.strip(), member=by, at=now)
