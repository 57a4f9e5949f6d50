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
from clubscore.rubbers.models import Deal, Motion, PackNote, Proposal, Vote
from clubscore.rubbers.rubber.arbiters import pin_refusal, who_may_decide
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.motions import expire_motions
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
    """Write a proposal to change the deal `base` to `facts`, or to strike it out if `facts` is None, and return it.

    The proposer's own vote is yes. A second call with the same `key` returns the first proposal. `error` is a
    Proposal.Error: it says which error was made, if the number of tricks differs and the laws ask. `later` is a
    Proposal.Later: the fate of the deals after a new end of the rubber, if they could begin the next rubber.

    Raises Refused if `base` is not on the sheet any more, if the players can still decide on another proposal for the
    deal, if the correction period is over, if nothing would change, or if `error` or `later` is needed and missing.
    Raises scoring.ScoringError for facts that cannot be scored, PermissionDenied for members who do not play in this
    rubber.
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
    """Raise Refused unless a change of the deal `base` to `facts` can be proposed now; None strikes the deal out.

    It cannot be proposed if `base` is not on the sheet any more, if the players can still decide on another proposal
    for the deal, if nothing would change, if `error` is needed and missing, or if the correction period is over.
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
    if period.is_open:
        return
    refusal = period.words
    if state.rubber.is_agreed:
        refusal = f"{refusal} {who_may_decide(state)}"
    raise Refused(refusal)


def _make_room(state: RubberState, base: Deal, by: Member, now: datetime) -> None:
    """Close the open proposal for the deal `base` as expired, if there is one, to make room for a new proposal.

    A motion to let the net score stand expires, too: its players have not seen the new proposal.
    """
    expire_motions(state=state, now=now, kinds=[Motion.Kind.STAND])
    open_proposal = state.proposal_by_number.get(base.number)
    if open_proposal:
        close(proposal=open_proposal, outcome=Proposal.State.EXPIRED, by=by, now=now)


def _only_fate(state: RubberState, consequence: Consequence) -> str:
    """The fate of the deals after a new end of the rubber, if only one is possible; empty if there are no such deals.

    It is Proposal.Later.STRIKE if something hinders that the deals begin the next rubber. If nothing hinders it,
    the proposer must choose, and Refused is raised.
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
    """Write the vote of the player `by` on a proposal; accept or refuse the proposal if the vote decides.

    The newest vote of a player counts. `how` is the method of the vote; `device_of` is the owner of the device on which
    the player typed a PIN, else None. Raises Refused if the proposal is closed, if its period is over, so that only an
    arbiter can decide, and for a vote by a table PIN that does not count. Raises PermissionDenied for members who do
    not play in this rubber, scoring.ScoringError if the proposed facts cannot be scored.
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
            raise Refused(pin_refusal(state, seat))
        if not ballot.period.is_open:
            words = ballot.period.words
            only = _("Only an arbiter can still decide on it.")
            raise Refused(f"{words} {only} {who_may_decide(state)}")
        move_signatures(state=state)
        vote.save()
        _close_if_decided(state, ballot, vote)


def _close_if_decided(state: RubberState, ballot: Ballot, vote: Vote) -> None:
    """Accept or refuse the proposal of the vote if this vote decides the ballot.

    `vote` was just written, and `ballot` counts it already.
    """
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
    """Note that the pack was found to be wrong, and return the note. Recorded scores stay valid (Law 79; 1912, law 39).

    `text` says what was wrong with the pack. Raises Refused if it is empty, PermissionDenied for members who may not
    write on the sheet of this rubber.
    """
    with write_transaction():
        state, now = hold(state, now)
        if not RubberDesk(state, by).may_keep:
            raise PermissionDenied(
                _("Only the four players and the club’s scorers note a faulty pack.")
            )
        if not text.strip():
            raise Refused(_("Say what was wrong with the pack."))
        move_signatures(state=state)
        return PackNote.objects.create(
            rubber=state.rubber, text=text.strip(), member=by, at=now
        )
