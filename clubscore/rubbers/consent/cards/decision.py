"""The cards of what an admin has decided: all four see it until the net score is agreed."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.rubbers.models import Proposal, Reopening
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.rulings import BY_THE_CLUB, by_the_club, ruled


@dataclass(frozen=True, slots=True)
class DecisionCard:
    """A ruling, or the reopening of an agreed rubber."""

    key: str
    """Unique among the cards of a rubber: `ruled-12`."""
    title: str
    by: Member
    at: datetime
    words: str
    reason: str
    standing: str
    """A sentence: whose decision it is, and what the laws would have taken."""


def decision_cards(state: RubberState) -> tuple[DecisionCard, ...]:
    """The decisions since the net score was last agreed, the newest first; none once it is agreed again."""
    if state.rubber.is_agreed:
        return ()
    opened = state.reopenings[-1:]
    since = opened[0].at if opened else state.rubber.started_at
    rulings = [
        _ruling(state, each, each.closed_by, each.closed_at)
        for each in reversed(state.rulings)
        if each.closed_by and each.closed_at and each.closed_at >= since
    ]
    return (*rulings, *map(_reopening, opened))


def _ruling(state: RubberState, proposal: Proposal, by: Member, at: datetime) -> DecisionCard:
    return DecisionCard(
        key=f"ruled-{proposal.pk}",
        title=_("%(name)s has ruled on deal %(number)s")
        % {"name": by.short_name, "number": called(state, proposal.number)},
        by=by,
        at=at,
        words=f"{ruled(state, proposal)}.",
        reason=proposal.ruling,
        standing=by_the_club(proposal),
    )


def _reopening(opened: Reopening) -> DecisionCard:
    return DecisionCard(
        key=f"reopened-{opened.pk}",
        title=_("%(name)s has opened this rubber again") % {"name": opened.member.short_name},
        by=opened.member,
        at=opened.at,
        words=_("Its margin is out of the ledger until the net score is agreed anew."),
        reason=opened.reason,
        standing=str(BY_THE_CLUB),
    )
