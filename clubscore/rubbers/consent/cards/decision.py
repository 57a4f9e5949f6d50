"""The cards of an arbiter's decisions: all four players see them until the net score is agreed."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.rubbers.models import Motion, Proposal, Reopening
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.rulings import (
    BY_THE_CLUB,
    by_the_club,
    decided_by,
    ruled,
)


@dataclass(frozen=True, slots=True)
class DecisionCard:
    """The card of an arbiter's decision: a ruling on a proposal, or the reopening of an agreed rubber."""

    key: str
    """A text that no other card of the rubber has: `ruled-12`."""
    title: str
    by: str
    """The member who decided, with the role: `Sam (arbiter)`."""
    at: datetime
    words: str
    reason: str
    standing: str
    """A sentence which says that the club decided, and what the laws would have required."""


def decision_cards(state: RubberState) -> tuple[DecisionCard, ...]:
    """The decisions since the net score was last agreed, the newest first; none while the net score is agreed."""
    if state.rubber.is_agreed:
        return ()
    if not state.reopenings:
        return _rulings_since(state, state.rubber.started_at)
    last = state.reopenings[-1]
    return (*_rulings_since(state, last.at), _reopening(state, last))


def _rulings_since(state: RubberState, since: datetime) -> tuple[DecisionCard, ...]:
    return tuple(
        _ruling(state, proposal, proposal.closed_by, proposal.closed_at)
        for proposal in reversed(state.rulings)
        if proposal.closed_by and proposal.closed_at and proposal.closed_at >= since
    )


def _ruling(
    state: RubberState, proposal: Proposal, by: Member, at: datetime
) -> DecisionCard:
    title = _("%(name)s has ruled on deal %(number)s")
    return DecisionCard(
        key=f"ruled-{proposal.pk}",
        title=title % {"name": by.short_name, "number": called(state, proposal.number)},
        by=decided_by(state, by),
        at=at,
        words=f"{ruled(state, proposal)}.",
        reason=proposal.ruling,
        standing=by_the_club(proposal, state.rubber.system),
    )


def _reopening(state: RubberState, reopening: Reopening) -> DecisionCard:
    title = _("One player of each side has opened this rubber again")
    by = _("%(name)s asked") % {"name": reopening.member.name}
    words = _("Its margin is out of the ledger until the net score is agreed anew.")
    if reopening.motion and reopening.motion.kind == Motion.Kind.RESTORE:
        title = _("This %(noun)s counts again") % {"noun": state.rubber.noun}
        words = _("Its net score is to be agreed.")
    is_arbiters = reopening.motion is None or bool(reopening.motion.is_ruled_yes)
    if reopening.motion is None:
        title = _("%(name)s has opened this rubber again") % {
            "name": reopening.member.short_name
        }
    if is_arbiters:
        by = decided_by(state, reopening.member)
    return DecisionCard(
        key=f"reopened-{reopening.pk}",
        title=title,
        by=by,
        at=reopening.at,
        words=words,
        reason=reopening.reason,
        standing=str(BY_THE_CLUB),
    )
