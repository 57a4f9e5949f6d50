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
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.rubbers.correction.ballot import Ballot, ballot_on, period_of
from clubscore.rubbers.correction.closing import accept, close, still_open, turn_down
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import hindrance_to_next
from clubscore.rubbers.correction.queries import must_name_error, period_for
from clubscore.rubbers.models import Deal, PackNote, Proposal, Vote
from clubscore.rubbers.rubber.binding import table_pin_refusal
from clubscore.rubbers.rubber.desk import RubberDesk
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
    """Propose `facts` for the deal `base`; None proposes to strike it out. The proposer's own vote is yes.

    `error` is a Proposal.Error. It says which error was made, if the number of tricks differs and the laws ask. `later`
    is a Proposal.Later. It says what becomes of deals left over, if they could begin the next rubber.

    Raises Refused if the deal has changed, if the players can still decide on another proposal for it, if the period is
    over, if nothing would change, or if `error` or `later` is needed and missing. Raises scoring.ScoringError for facts
    that cannot be scored, PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state, now = hold(state, now)
        if by.pk not in state.seat_by_member:
            raise PermissionDenied(_("Only the four players propose a correction."))
        if sent := once(key, Proposal.objects.filter(rubber=state.rubber)):
            return sent
        _require_right_to_propose(state, base, facts, error)
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
        move_signatures(state=state)
        Vote.objects.create(proposal=proposal, member=by, is_yes=True, at=now)
    return proposal


def _require_right_to_propose(
    state: RubberState, base: Deal, facts: scoring.Deal | None, error: str
) -> None:
    """Require that this change of the deal can be proposed now.

    Raises Refused if the deal has changed, if the players can still decide on another proposal for it, if nothing would
    change, if `error` is needed and missing, or if the period is over.
    """
    number = called(state, base.number)
    if base not in state.deals:
        raise Refused(
            _("Deal %(number)s has been changed since: look at it again.")
            % {"number": number}
        )
    open_proposal = state.proposal_by_number.get(base.number)
    if open_proposal and period_of(state, open_proposal).is_open:
        raise Refused(
            _("A proposal for deal %(number)s is open already: vote on it first.")
            % {"number": number}
        )
    if facts == base.facts:
        raise Refused(_("That is what the sheet says already."))
    if must_name_error(state, base, facts) and error not in Proposal.Error.values:
        raise Refused(
            _(
                "The number of tricks is another: say whether it was agreed and entered wrongly, or agreed wrongly."
            ),
            field="error",
        )
    period = period_for(state, base, facts, named=error)
    if not period.is_open:
        raise Refused(period.words)


def _make_room(state: RubberState, base: Deal, by: Member, now: datetime) -> None:
    """Close an open proposal for this deal, if there is any, as expired: a new proposal takes its place."""
    open_proposal = state.proposal_by_number.get(base.number)
    if open_proposal:
        close(proposal=open_proposal, outcome=Proposal.State.EXPIRED, by=by, now=now)


def _only_fate(state: RubberState, consequence: Consequence) -> str:
    """Proposal.Later.STRIKE if deals are left over that can only be struck out; empty if no deals are left over.

    Raises Refused if the deals could begin the next rubber: then the proposer must choose.
    """
    if not consequence.left_over:
        return ""
    if hindrance_to_next(state):
        return Proposal.Later.STRIKE
    numbers = ", ".join(
        str(called(state, deal.number)) for deal in consequence.left_over
    )
    words = _("The %(noun)s would end earlier: say what becomes of deal %(numbers)s.")
    raise Refused(words % {"noun": state.rubber.noun, "numbers": numbers})


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
    """Write a player's vote; the newest vote of a player counts. A vote that decides accepts or refuses the proposal.

    Raises Refused if the proposal is closed, if its period is over, so that only an admin can decide, and for a vote by
    a table PIN that does not count. Raises PermissionDenied for members who do not play here.
    """
    with write_transaction():
        state, now = hold(state, now)
        seat = state.seat_by_member.get(by.pk)
        if seat is None:
            raise PermissionDenied(_("Only the four players vote."))
        proposal = still_open(proposal)
        vote = Vote(
            proposal=proposal,
            member=by,
            is_yes=is_yes,
            at=now,
            how=how,
            device_of=device_of,
        )
        ballot = ballot_on(state, proposal, new=vote)
        if state.signers[by.pk] not in ballot.votes.by_player:
            raise Refused(table_pin_refusal(state.players, seat))
        if not ballot.period.is_open:
            words = ballot.period.words
            raise Refused(f"{words} {_('Only an admin can still decide on it.')}")
        move_signatures(state=state)
        vote.save()
        _close_if_decided(state, ballot, vote)


def _close_if_decided(state: RubberState, ballot: Ballot, vote: Vote) -> None:
    """Accept or refuse the proposal if this vote, which was just written, decides."""
    consents = ballot.period.consents
    enough_no = MAJORITY if consents == MAJORITY else 1
    if vote.is_yes and ballot.votes.yes >= consents:
        accept(
            state=state,
            proposal=vote.proposal,
            outcome=Proposal.State.ACCEPTED,
            by=vote.member,
            now=vote.at,
        )
    elif ballot.votes.no >= enough_no:
        turn_down(
            state=state,
            proposal=vote.proposal,
            outcome=Proposal.State.REFUSED,
            by=vote.member,
            now=vote.at,
        )


def withdraw(
    *, state: RubberState, proposal: Proposal, by: Member, now: datetime
) -> None:
    """Withdraw a proposal, by its proposer. Raises PermissionDenied for everybody else, Refused if it is closed."""
    with write_transaction():
        state, now = hold(state, now)
        if state.person(proposal.made_by_id) != by.pk:
            raise PermissionDenied(_("Only the one who proposed it can take it back."))
        move_signatures(state=state)
        turn_down(
            state=state,
            proposal=still_open(proposal),
            outcome=Proposal.State.WITHDRAWN,
            by=by,
            now=now,
        )


def note_bad_pack(
    *, state: RubberState, text: str, by: Member, now: datetime
) -> PackNote:
    """Note that the pack was found to be wrong. The scores recorded with it stand (Law 79; 1912, law 39).

    Raises Refused without a text, PermissionDenied for members who may not keep this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        if not RubberDesk(state, by).may_keep:
            raise PermissionDenied(
                _("Only the four players and the club’s scorers note a bad pack.")
            )
        if not text.strip():
            raise Refused(_("Say what was wrong with the pack."))
        move_signatures(state=state)
        return PackNote.objects.create(
            rubber=state.rubber, text=text.strip(), member=by, at=now
        )
