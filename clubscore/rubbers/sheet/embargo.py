"""An embargo: what of a rubber in play a screen may show while the four still play it. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState


class Embargo(StrEnum):
    """The distance that a screen keeps from the table. A rubber that is over is always shown whole."""

    NONE = "none"
    DEAL = "deal"
    """Each deal is shown when the next is recorded."""
    RUBBER = "rubber"
    """Nothing is shown until the rubber is over."""

    def hides_all_of(self, rubber: Rubber) -> bool:
        return self is Embargo.RUBBER and not rubber.is_over

    def shown(self, rubber: Rubber, deals: Sequence[Deal]) -> tuple[Deal, ...]:
        """The deals that may be shown, out of the current deals in order of play."""
        if rubber.is_over or self is Embargo.NONE:
            return tuple(deals)
        if self is Embargo.DEAL:
            return tuple(deals[:-1])
        return ()

    def shown_at(
        self, times: Sequence[datetime], ended_at: datetime | None
    ) -> list[datetime]:
        """The moments at which a deal of a rubber could be shown; `times` are the times of its deals, in order."""
        if self is Embargo.NONE:
            return list(times)
        shown_at: list[datetime] = []
        if self is Embargo.DEAL:
            shown_at += times[1:]
        if ended_at:
            shown_at.append(ended_at)
        return shown_at


def behind(state: RubberState, embargo: Embargo) -> RubberState:
    """The state as a screen under this embargo may know it: without any version of the deals that it must not show."""
    shown = embargo.shown(state.rubber, state.deals)
    hidden = {deal.number for deal in state.deals[len(shown) :]}
    if not hidden:
        return state
    known = tuple(version for version in state.versions if version.number not in hidden)
    return replace(state, versions=known)
