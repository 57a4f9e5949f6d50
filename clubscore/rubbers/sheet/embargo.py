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
        """Those of the current deals, in order of play, that may be shown."""
        if rubber.is_over or self is Embargo.NONE:
            return tuple(deals)
        return tuple(deals[:-1]) if self is Embargo.DEAL else ()

    def shown_at(self, times: Sequence[datetime], ended_at: datetime | None) -> list[datetime]:
        """The moments at which something of a rubber came to light; `times` are those of its deals, in order."""
        if self is Embargo.NONE:
            return list(times)
        end = [ended_at] if ended_at else []
        return [*times[1:], *end] if self is Embargo.DEAL else end


def behind(state: RubberState, embargo: Embargo) -> RubberState:
    """The state as such a screen may know it: without a trace of the deals that it must not show."""
    hidden = {deal.number for deal in state.deals[len(embargo.shown(state.rubber, state.deals)) :]}
    if not hidden:
        return state
    return replace(state, versions=tuple(row for row in state.versions if row.number not in hidden))
