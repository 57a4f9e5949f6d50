"""Consequences of a correction for the whole rubber: every deal after it is scored again."""

from collections.abc import Iterable
from dataclasses import dataclass

import scoring
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.state import RubberState
from scoring import RubberOver, Sheet


@dataclass(frozen=True, slots=True)
class Consequence:
    """The sheets of a rubber before and after a correction of one deal, with deals numbered from 1."""

    before: Sheet
    after: Sheet
    left_over: tuple[Deal, ...]
    """The deals after the new end of the rubber, if the correction ends the rubber earlier; else empty."""

    @property
    def opens_again(self) -> bool:
        """True if the rubber was complete and would be in play again. A rubber that was stopped is left unfinished."""
        return self.before.state == "complete" and self.after.state == "open"


def consequence_of(
    state: RubberState, base: Deal, facts: scoring.Deal | None
) -> Consequence:
    """The consequence of a correction that gives the deal `base` the facts `facts`; nothing is written.

    None as `facts` takes the deal out. A rubber that was stopped is never in play again: if the correction takes its
    end away, the rubber is left unfinished. Raises scoring.ScoringError for facts that cannot be scored in this game.
    """
    kept, left_over = _until_the_end(state, base, facts)
    after = state.fold(kept)
    if state.rubber.was_stopped:
        after = state.system.close(after)
    return Consequence(state.sheet, after, tuple(left_over))


def _until_the_end(
    state: RubberState, base: Deal, facts: scoring.Deal | None
) -> tuple[list[scoring.Deal], Iterable[Deal]]:
    """The facts of the deals until the end of the corrected rubber, and the deals that were played after that end.

    The deal `base` has the facts `facts`; None takes the deal out.
    """
    sheet = state.system.fold([], rules=state.rules, dealer=state.rubber.dealer)
    kept: list[scoring.Deal] = []
    for place, row in enumerate(state.deals):
        claimed = facts if row.number == base.number else row.facts
        if claimed is None:
            continue
        try:
            sheet = state.system.add(sheet, claimed)
        except RubberOver:
            return kept, state.deals[place:]
        kept.append(claimed)
    return kept, ()
