"""The comparison of two books (Laws 75, 78): a scorer enters a deal that is recorded already.

An entry with the same facts signs the recorded deal. An entry with other facts becomes a proposal on which the players
vote.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.queries import differs_at_once
from clubscore.rubbers.agreement.signing import sign_deal
from clubscore.rubbers.models import Deal, Motion, Proposal
from clubscore.rubbers.rubber.holding import move_signatures
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState


@dataclass(frozen=True, slots=True)
class DealEntered:
    """The result when a scorer enters a deal: the deal, the rubber and, if the two books differ, a proposal."""

    deal: Deal
    """The version of the deal that is on the sheet after the entry."""
    state: RubberState
    """The rubber as it is after the entry."""
    proposal: Proposal | None = None
    """The proposal with the facts of the second book; None if the two books do not differ."""


def keep_second_book(
    *,
    state: RubberState,
    recorded: Deal,
    facts: scoring.Deal,
    key: UUID,
    by: Member,
    now: datetime,
    refusal: Refused,
    how: SignatureMethod = SignatureMethod.KEPT,
    device_of: Member | None = None,
) -> DealEntered:
    """Compare `facts`, which `by` enters as the second book on a deal, with the recorded deal `recorded`.

    If the facts are the same, `by` signs the deal; else the function writes a proposal with the facts. Returns the
    deal, the rubber and the proposal as they are then. `key` is the key of the form that was sent: a form that is sent
    again writes no second proposal. `how` and `device_of` say how `by` signs. The caller opens the transaction.

    Raises the error `refusal` if the entry is no second book: `by` does not play, the rubber is agreed, or the facts
    differ and come from the side that recorded the deal, or come too late for a dispute. Raises Refused if the deal is
    disputed already, ScoringError if the facts cannot be scored.
    """
    mine, theirs = (
        state.seat_by_member.get(by.pk),
        state.seat_by_member.get(recorded.recorded_by_id),
    )
    if mine is None or state.rubber.is_agreed:
        raise refusal
    if facts.is_like(recorded.facts):
        sign_deal(
            state=state, deal=recorded, by=by, now=now, how=how, device_of=device_of
        )
        return DealEntered(recorded, load(state.rubber.pk))
    if sent := once(key, Proposal.objects.filter(rubber=state.rubber)):
        return DealEntered(recorded, state, sent)
    if (theirs and mine.side == theirs.side) or not differs_at_once(
        state, recorded, by
    ):
        raise refusal
    proposal = _other_book(state, recorded, facts, key, by, now)
    if how == SignatureMethod.KEPT:
        how = SignatureMethod.TAPPED
    proposal.votes.create(member=by, is_yes=True, at=now, how=how, device_of=device_of)
    move_signatures(state=state)
    return DealEntered(recorded, load(state.rubber.pk), proposal)


def _other_book(
    state: RubberState,
    recorded: Deal,
    facts: scoring.Deal,
    key: UUID,
    by: Member,
    now: datetime,
) -> Proposal:
    if recorded.number in state.proposal_by_number:
        raise Refused(
            _("Deal %(number)s is disputed already: vote on the two versions.")
            % {"number": called(state, recorded.number)}
        )
    state.system.fold([facts], rules=state.rules)  # refuses what cannot be
    expire_motions(state=state, now=now, kinds=[Motion.Kind.STAND])
    return Proposal.objects.create(
        rubber=state.rubber,
        base=recorded,
        origin=Proposal.Origin.BOOK,
        made_by=by,
        made_at=now,
        key=key,
        **columns_of(facts),
    )
