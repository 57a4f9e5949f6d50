"""Writes of an arbiter about correction: a ruling on a dispute, an agreed rubber opened again."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.reopening import open_again
from clubscore.rubbers.correction.ballot import period_of
from clubscore.rubbers.correction.closing import accept, still_open, turn_down
from clubscore.rubbers.models import Proposal
from clubscore.rubbers.rubber.arbiters import require_arbiter
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.state import RubberState


def rule(
    *,
    state: RubberState,
    proposal: Proposal,
    is_yes: bool,
    ruling: str,
    by: Member,
    now: datetime,
) -> None:
    """Decide a dispute as an arbiter, with a reason in writing, even if the players can decide it no more.

    The decision is the club's, not the laws'. The number of consents that the laws would have required is kept with it.
    Raises PermissionDenied for everybody but arbiters who have not played in the rubber (decision 0075), Refused
    without a reason or if the proposal is closed, scoring.ScoringError if the proposed facts cannot be scored.
    """
    with write_transaction():
        state, now = hold(state, now)
        require_arbiter(RubberDesk(state, by))
        if not ruling.strip():
            raise Refused(_("Write down why you rule so."))
        proposal = still_open(proposal)
        proposal.ruling, proposal.is_ruled_yes = ruling.strip(), is_yes
        proposal.consents_then = period_of(state, proposal).consents
        proposal.save(update_fields=["ruling", "is_ruled_yes", "consents_then"])
        move_signatures(state=state)
        if is_yes:
            accept(
                state=state,
                proposal=proposal,
                outcome=Proposal.State.RULED,
                by=by,
                now=now,
            )
        else:
            turn_down(
                state=state,
                proposal=proposal,
                outcome=Proposal.State.RULED,
                by=by,
                now=now,
            )


def reopen(*, state: RubberState, reason: str, by: Member, now: datetime) -> None:
    """Open an agreed rubber for correction, as an arbiter: its margin is reversed until the net score is agreed again.

    Raises what `open_again` raises, and PermissionDenied for everybody but arbiters who have not played in the rubber
    (decision 0075).
    """
    with write_transaction():
        state, now = hold(state, now)
        require_arbiter(RubberDesk(state, by))
        open_again(state=state, reason=reason, by=by, now=now)
