"""Comparison of a recorded deal with its correction: the differences, and the consequences for the whole rubber."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import scoring
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import Fate, fate_of_left_over
from clubscore.rubbers.folding import numbered
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.numbers import called
from clubscore.rubbers.sheet.annotations import listed
from clubscore.rubbers.sheet.deals import DealEntry, deals_of
from clubscore.rubbers.sheet.difference import Fact, facts_of, named_differences
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.rubbers.state import RubberState
from clubscore.web.templatetags.scores import written
from scoring import Seat, Sheet
from scoring.words import deal_in_words

UNDECIDED = "undecided"  # the proposal is still being made


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
    may_begin_next: bool
    """Whether those can begin the next rubber."""


def compare(state: RubberState, base: Deal, facts: scoring.Deal | None, *, view: str, later: str = "") -> Comparison:
    """Compare the deal `base` with the proposed `facts`; None strikes it out.

    `view` is "NS", "EW" or "watch". `later` is what is proposed for deals after an end brought forward: a
    Proposal.Later, "" or UNDECIDED. Raises scoring.ScoringError for facts that cannot be.
    """
    viewpoint, names = Viewpoint(view), state.names
    consequence = consequence_of(state, base, facts)
    fate = fate_of_left_over(state, later) if consequence.left_over else None
    kept = [deal for deal in state.deals if facts or deal.number != base.number]
    before = _entries(numbered(consequence.before, state.deals, state.next_number), names, viewpoint)
    after = _entries(numbered(consequence.after, kept, state.next_number), names, viewpoint)
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
            *_end(consequence, viewpoint, [called(state, deal.number) for deal in kept], state.rubber),
            *(_left_over(state, consequence.left_over, fate, before) if fate else ()),
        ),
        left_over=consequence.left_over,
        may_begin_next=fate is not None and not fate.hindrance,
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


def _end(consequence: Consequence, viewpoint: Viewpoint, kept: Sequence[Called], rubber: Rubber) -> Iterator[str]:
    before, after, noun = consequence.before, consequence.after, rubber.noun
    was_complete, is_complete = before.state == "complete", after.state == "complete"
    if consequence.opens_again:
        yield (
            f"The {noun} is not over any more: it is played on, or closed unfinished if the four have left their seats "
            "or the next has begun."
        )
    elif was_complete and not is_complete:
        again = f"left unfinished again, as it was stopped ({rubber.ending_reason})"
        yield f"The {noun} is {again}: {_verdict(after, viewpoint)}."
    elif is_complete and (not was_complete or consequence.left_over):
        last = kept[len(after.deals) - 1]
        stopped = ", and is not left unfinished any more" if before.state == "unfinished" else ""
        yield f"The {noun} ends with deal {last}{stopped}: {_verdict(after, viewpoint)}."
    elif before.next is None and (before.winner, before.margin) != (after.winner, after.margin):
        yield f"In the end {_verdict(after, viewpoint)}, where it was: {_verdict(before, viewpoint)}."


def _verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    return f"{viewpoint.name(sheet.winner)} win {sheet.margin}" if sheet.winner else "the points are level"


def _left_over(state: RubberState, deals: Sequence[Deal], fate: Fate, before: Mapping[int, DealEntry]) -> Iterator[str]:
    """Sentences about the deals after the end: what becomes of them, and what is lost if they are struck out."""
    is_one, noun = len(deals) == 1, state.rubber.noun
    they, are, begin = ("It", "is", "begins") if is_one else ("They", "are", "begin")
    numbers = listed(str(called(state, deal.number)) for deal in deals)
    came = f"{'Deal' if is_one else 'Deals'} {numbers} came after that end"
    if fate.choice == Proposal.Later.STRIKE:
        yield f"{came} and {are} struck out."
    elif fate.hindrance:
        yield f"{came}. {they} cannot begin the next {noun}, as {fate.hindrance}: {they.lower()} {are} struck out."
    elif fate.choice == UNDECIDED:
        yield f"{came} and must be dealt with."
    else:
        here = "the four still sit here and it has no deal yet"
        yield f"{came}. {they} {begin} the next {noun} if {here}; otherwise {they.lower()} {are} struck out."
    for entry in (before[deal.number] for deal in deals):
        if entry.effects:
            yield f"{'If struck out, d' if fate.is_next_rubber else 'D'}eal {_in_full(entry)}, is lost."


def _in_full(entry: DealEntry) -> str:
    """`8, 4♠ by Anna, made, 120 for We`."""
    scored = listed(f"{written(effect.total)} for {effect.who}" for effect in entry.effects)
    return f"{entry.called}, {entry.words}, {scored}"
