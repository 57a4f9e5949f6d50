"""What a correction would change in the whole rubber: every deal after it is scored again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import scoring
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.queries import fold
from scoring import RubberOver, Seat, Sheet


@dataclass(frozen=True, slots=True)
class Consequence:
    """The sheet before and after. `left_over` are the deals after the end that the correction brings forward."""

    before: Sheet
    after: Sheet
    left_over: tuple[Deal, ...]
    rescored: tuple[int, ...]  # places on the sheet, from 1, of other deals whose vulnerability or figures change

    @property
    def opens_again(self) -> bool:
        """The rubber was complete and would not be."""
        return self.before.state == "complete" and self.after.state != "complete"


def consequence_of(rubber: Rubber, standing: Sequence[Deal], base: Deal, facts: scoring.Deal | None) -> Consequence:
    """The rubber with `facts` in place of the deal `base`; None takes the deal out.

    Raises scoring.ScoringError when the facts cannot be scored in this game.
    """
    before = fold(rubber, standing)
    kept, left_over = _until_the_end(rubber, standing, base, facts)
    system = scoring.SYSTEMS[rubber.system]
    after = system.fold(
        kept,
        rules=system.rules(rubber.rules),
        dealer=Seat(rubber.first_dealer),
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )
    return Consequence(before, after, tuple(left_over), tuple(_rescored(before, after, facts)))


def _until_the_end(
    rubber: Rubber, standing: Sequence[Deal], base: Deal, facts: scoring.Deal | None
) -> tuple[list[scoring.Deal], list[Deal]]:
    system = scoring.SYSTEMS[rubber.system]
    sheet = system.fold([], rules=system.rules(rubber.rules), dealer=Seat(rubber.first_dealer))
    kept: list[scoring.Deal] = []
    for place, row in enumerate(standing):
        told = facts if row.number == base.number else row.facts
        if told is None:
            continue
        try:
            sheet = system.add(sheet, told)
        except RubberOver:
            return kept, list(standing[place:])
        kept.append(told)
    return kept, []


def _rescored(before: Sheet, after: Sheet, facts: scoring.Deal | None) -> Iterable[int]:
    if facts is None:
        return
    for old, new in zip(before.deals, after.deals, strict=False):
        if old.deal == new.deal and (old.lines, old.vulnerable) != (new.lines, new.vulnerable):
            yield new.number
