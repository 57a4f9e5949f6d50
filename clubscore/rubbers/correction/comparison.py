"""Comparison of a recorded deal with its correction: the differences, and the consequences for the whole rubber."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import scoring
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.models import Deal, Proposal
from clubscore.rubbers.numbers import called
from clubscore.rubbers.sheet.annotations import listed
from clubscore.rubbers.sheet.deals import DealEntry, deals_of
from clubscore.rubbers.sheet.difference import Fact, facts_of, named_differences
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.rubbers.state import RubberState, numbered
from scoring import Seat, Sheet
from scoring.words import deal_in_words

UNDECIDED = "undecided"  # the proposal is still being made
_LATER = {
    Proposal.Later.NEXT: "begin the next rubber",
    Proposal.Later.STRIKE: "are struck out",
    "": "are struck out",
    UNDECIDED: "must be dealt with",
}


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one side before and after."""

    who: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A deal before and after a correction, in words, from one viewpoint."""

    number: int
    called: Called
    before: str
    after: str
    differs: str
    """The names of the facts that differ: `tricks and honours`."""
    facts: tuple[Fact, ...]
    before_figures: tuple[str, ...]
    """The scores of the deal by side: `We 120 below`."""
    after_figures: tuple[str, ...]
    totals: tuple[Total, ...]
    """Of the whole rubber."""
    follows: tuple[str, ...]
    """Further consequences, a sentence each."""
    left_over: tuple[Deal, ...]
    """The deals after an end brought forward."""


def compare(state: RubberState, base: Deal, facts: scoring.Deal | None, *, view: str, later: str = "") -> Comparison:
    """Compare the deal `base` with the proposed `facts`; None strikes it out.

    `view` is "NS", "EW" or "watch". `later` is the fate of deals after an end brought forward: a Proposal.Later, ""
    or UNDECIDED. Raises scoring.ScoringError for facts that cannot be.
    """
    viewpoint, names = Viewpoint(view), state.names
    consequence = consequence_of(state, base, facts)
    kept = [deal for deal in state.deals if facts or deal.number != base.number]
    before = _entries(numbered(consequence.before, state.deals), names, viewpoint)
    after = _entries(numbered(consequence.after, kept), names, viewpoint)
    return Comparison(
        number=base.number,
        called=called(state, base.number),
        before=deal_in_words(base.facts, names),
        after=deal_in_words(facts, names) if facts else STRUCK,
        differs=named_differences(base.facts, facts, names),
        facts=facts_of(base.facts, facts, names),
        before_figures=_figures(before.get(base.number)),
        after_figures=_figures(after.get(base.number)),
        totals=tuple(_totals(consequence, viewpoint)),
        follows=(
            *_rescored(base.number, before, after),
            *_end(consequence, viewpoint, [called(state, deal.number) for deal in kept]),
            *_left_over([called(state, deal.number) for deal in consequence.left_over], later),
        ),
        left_over=consequence.left_over,
    )


def _entries(sheet: Sheet, names: Mapping[Seat, str], viewpoint: Viewpoint) -> dict[int, DealEntry]:
    return {entry.number: entry for entry in deals_of(sheet, names, viewpoint)}


def _figures(entry: DealEntry | None) -> tuple[str, ...]:
    return tuple(str(effect) for effect in entry.effects) if entry else ()


def _totals(consequence: Consequence, viewpoint: Viewpoint) -> Iterator[Total]:
    for side in viewpoint.columns:
        before, after = (sheet.totals[side].total for sheet in (consequence.before, consequence.after))
        yield Total(viewpoint.name(side), before, after)


def _rescored(base: int, before: Mapping[int, DealEntry], after: Mapping[int, DealEntry]) -> Iterator[str]:
    """A sentence for each deal with another number, another vulnerability, other figures or another game won."""
    for number, old in before.items():
        new = after.get(number)
        if new is None:
            continue
        changes = [f"{new.vulnerable} instead of {old.vulnerable}"] if new.vulnerable != old.vulnerable else []
        if number != base and new.effects != old.effects:
            changes.append(f"{_brought(new)} instead of {_brought(old)}")
        if new.game != old.game:
            changes.append(new.game or f"{old.game.split(' won ')[0]} do not win the game with it")
        if new.called != old.called:
            changes.insert(0, f"is deal {new.called} then")
        if changes:
            yield f"Deal {old.called}: {'; '.join(changes)}."


def _brought(entry: DealEntry) -> str:
    return listed(str(effect) for effect in entry.effects) or "no score"


def _end(consequence: Consequence, viewpoint: Viewpoint, kept: Sequence[Called]) -> Iterator[str]:
    before, after = consequence.before, consequence.after
    if consequence.opens_again:
        yield "The rubber is not over any more: it is played on, or closed unfinished where the next has begun."
    elif after.state == "complete" and (before.state != "complete" or consequence.left_over):
        last = kept[len(after.deals) - 1]
        yield f"The rubber ends with deal {last}: {_verdict(after, viewpoint)}."
    elif before.next is None and (before.winner, before.margin) != (after.winner, after.margin):
        yield f"In the end {_verdict(after, viewpoint)}, where it was: {_verdict(before, viewpoint)}."


def _verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    return f"{viewpoint.name(sheet.winner)} win {sheet.margin}" if sheet.winner else "the points are level"


def _left_over(deals: Sequence[Called], later: str) -> Iterator[str]:
    if deals:
        numbers, becomes = listed(map(str, deals)), _in_number(_LATER[later], len(deals))
        yield f"Deal{'' if len(deals) == 1 else 's'} {numbers} came after that end and {becomes}."


def _in_number(words: str, count: int) -> str:
    """`are struck out` for several deals, `is struck out` for one."""
    return words if count > 1 else words.replace("are ", "is ").replace("begin ", "begins ")
