"""An embargo: what a screen may show of a rubber while the four still play it. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState


class Embargo(StrEnum):
    """A rule about what a screen may show of a rubber in play. A rubber that is over is always shown whole."""

    NONE = "none"
    DEAL = "deal"
    """Each deal is shown when the next deal is recorded."""
    RUBBER = "rubber"
    """Nothing is shown until the rubber is over."""

    def hides_all_of(self, rubber: Rubber) -> bool:
        return self is Embargo.RUBBER and not rubber.is_over

    def shown(self, rubber: Rubber, deals: Sequence[Deal]) -> tuple[Deal, ...]:
        """The deals that may be shown. `deals` are the current deals of the rubber, in order of play."""
        if rubber.is_over or self is Embargo.NONE:
            return tuple(deals)
        if self is Embargo.DEAL:
            return tuple(deals[:-1])
        return ()

    def shown_at(
        self, times: Sequence[datetime], ended_at: datetime | None
    ) -> list[datetime]:
        """The moments at which this embargo lets a screen show more deals of a rubber than before.

        `times` are the times at which the deals were recorded, in order. `ended_at` is the end of the rubber; None
        while it is in play.
        """
        if self is Embargo.NONE:
            return list(times)
        shown_at: list[datetime] = []
        if self is Embargo.DEAL:
            shown_at += times[1:]
        if ended_at:
            shown_at.append(ended_at)
        return shown_at


def behind(state: RubberState, embargo: Embargo) -> RubberState:
    """A copy of the state without the deals that a screen under this embargo must not show.

    All versions of these deals are left out. If nothing is hidden, the result is the state itself.
    """
    shown = embargo.shown(state.rubber, state.deals)
    hidden = {deal.number for deal in state.deals[len(shown) :]}
    if not hidden:
        return state
    known = tuple(version for version in state.versions if version.number not in hidden)
    return replace(state, versions=known)
