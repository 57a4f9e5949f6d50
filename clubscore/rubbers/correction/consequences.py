"""Consequences of a correction for the whole rubber: every deal after it is scored again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import scoring
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.rubber.state import RubberState, fold_facts
from scoring import Exchange, RubberOver, Sheet


@dataclass(frozen=True, slots=True)
class Consequence:
    """The sheets of a rubber before and after a correction of one deal or of the seats, with deals numbered from 1."""

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
    claimed = [
        (row, facts if row.number == base.number else row.facts) for row in state.deals
    ]
    return _consequence(state, state.rubber, claimed)


def consequence_of_exchange(state: RubberState, exchange: Exchange) -> Consequence:
    """The consequence of a correction of the seats, in which two players change places; nothing is written.

    What the deals say of a player stays with the player, and so does the first deal.
    """
    rubber = state.rubber.at(corrected_dealer=exchange.seat(state.rubber.dealer))
    claimed = [(row, exchange.deal(row.facts)) for row in state.deals]
    return _consequence(state, rubber, claimed)


def _consequence(
    state: RubberState,
    rubber: Rubber,
    claimed: Sequence[tuple[Deal, scoring.Deal | None]],
) -> Consequence:
    """The consequence if the deals have the facts with which they stand in `claimed`, and the rubber the row `rubber`.

    None as facts takes a deal out. Raises scoring.ScoringError for facts that cannot be scored in this game.
    """
    kept, left_over = _until_the_end(state, rubber, claimed)
    after = fold_facts(rubber, kept)
    if rubber.was_stopped:
        after = state.system.close(after)
    return Consequence(state.sheet, after, tuple(left_over))


def _until_the_end(
    state: RubberState,
    rubber: Rubber,
    claimed: Sequence[tuple[Deal, scoring.Deal | None]],
) -> tuple[list[scoring.Deal], Iterable[Deal]]:
    """The facts of the deals until the end of the corrected rubber, and the deals that were played after that end."""
    sheet = state.system.fold([], rules=state.rules, dealer=rubber.dealer)
    kept: list[scoring.Deal] = []
    for place, (_row, facts) in enumerate(claimed):
        if facts is None:
            continue
        try:
            sheet = state.system.add(sheet, facts)
        except RubberOver:
            return kept, state.deals[place:]
        kept.append(facts)
    return kept, ()
