"""Comparison of a recorded deal with its correction: the differences, and the consequences for the whole rubber."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import scoring
from clubscore.games.base import verdict
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import told
from clubscore.languages.stored_sentences import stored_told
from clubscore.rubbers.correction.consequences import Consequence, consequence_of
from clubscore.rubbers.correction.left_over import Fate, fate_of_left_over
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState, numbered
from clubscore.rubbers.sheet.deals import DealEntry, deals_by_number
from clubscore.rubbers.sheet.difference import Fact, facts_of, named_differences
from clubscore.rubbers.sheet.signatures import STRUCK
from clubscore.web.templatetags.scores import written
from clubscore.web.templatetags.sentences import all_of
from scoring.words import deal_in_words

_INSTEAD = gettext_lazy("%(new)s instead of %(old)s")
UNDECIDED = "undecided"  # the proposal is still being made


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one side in the whole rubber, before and after the correction."""

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
    before_entry: DealEntry | None
    """The recorded deal with its scores."""
    after_entry: DealEntry | None
    """The corrected deal with its scores; None if it is to be struck out."""
    totals: tuple[Total, ...]
    """The points of each side in the whole rubber."""
    follows: tuple[str, ...]
    """Sentences about the game that the deal itself wins, another end of the rubber, and deals that are lost."""
    rescored: tuple[str, ...]
    """Sentences about other deals whose number, vulnerability, score or won game changes."""
    left_over: tuple[Deal, ...]
    """The deals after the new end of the rubber, if the correction ends the rubber earlier; else empty."""
    may_begin_next: bool
    """True if the deals in `left_over` could begin the next rubber instead of being struck out."""

    @property
    def before_figures(self) -> tuple[str, ...]:
        """The scores of the recorded deal by side: `We 120 below`."""
        return _figures(self.before_entry)

    @property
    def after_figures(self) -> tuple[str, ...]:
        """The scores of the corrected deal by side."""
        return _figures(self.after_entry)


def compare(
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    *,
    view: str,
    later: str = "",
) -> Comparison:
    """The deal `base` and the proposed `facts`, compared in words; `facts` is None if the deal is to be struck out.

    `view` is "NS" or "EW", the side that is called We, or "watch". `later` is the fate of the deals after the end, if
    the correction ends the rubber earlier: a Proposal.Later, "" if nobody has chosen, or UNDECIDED while the proposal
    is still being made. Raises scoring.ScoringError for facts that cannot be scored.
    """
    viewpoint = Viewpoint(view)
    names = state.names
    consequence = consequence_of(state, base, facts)
    kept = [deal for deal in state.deals if facts or deal.number != base.number]
    sheet_before = numbered(consequence.before, state.deals, state.next_number)
    sheet_after = numbered(consequence.after, kept, state.next_number)
    before = deals_by_number(sheet_before, names, viewpoint)
    after = deals_by_number(sheet_after, names, viewpoint)
    after_words = str(STRUCK)
    if facts:
        after_words = told(deal_in_words(facts, names))
    called_deals = [called(state, deal.number) for deal in kept]
    follows = list(_changed(base.number, before, after, with_figures=False))
    follows += end_in_words(consequence, viewpoint, called_deals, state.rubber)
    totals = tuple(_totals(consequence, viewpoint))
    may_begin_next = False
    if consequence.left_over:
        fate = fate_of_left_over(state, later)
        follows += left_over_in_words(state, consequence.left_over, fate, before)
        may_begin_next = not fate.hindrance
    return Comparison(
        number=base.number,
        called=called(state, base.number),
        before=told(deal_in_words(base.facts, names)),
        after=after_words,
        differs=named_differences(base.facts, facts, names),
        facts=facts_of(base.facts, facts, names),
        before_entry=before.get(base.number),
        after_entry=after.get(base.number),
        totals=totals,
        follows=tuple(follows),
        rescored=tuple(_rescored(base.number, before, after)),
        left_over=consequence.left_over,
        may_begin_next=may_begin_next,
    )


def _figures(entry: DealEntry | None) -> tuple[str, ...]:
    """The scores of the deal in words, one for each side that scores; empty for a deal that is not on the sheet."""
    if entry is None:
        return ()
    return tuple(str(effect) for effect in entry.effects)


def _totals(consequence: Consequence, viewpoint: Viewpoint) -> Iterator[Total]:
    for side in viewpoint.columns:
        before = consequence.before.totals[side].total
        after = consequence.after.totals[side].total
        yield Total(viewpoint.name(side), before, after)


def _rescored(
    base: int, before: Mapping[int, DealEntry], after: Mapping[int, DealEntry]
) -> Iterator[str]:
    """A sentence for each other deal whose number, vulnerability, scores or won game the correction changes.

    `before` and `after` are the deals in words before and after the correction, by number. `base` is the number of the
    corrected deal, which is left out.
    """
    for number in before:
        if number != base:
            yield from _changed(number, before, after, with_figures=True)


def _changed(
    number: int,
    before: Mapping[int, DealEntry],
    after: Mapping[int, DealEntry],
    *,
    with_figures: bool,
) -> Iterator[str]:
    """A sentence about the changes of one deal, with its scores or without; no sentence if nothing changes."""
    old = before.get(number)
    new = after.get(number)
    if old is None or new is None:
        return
    changes = list(_changes(old, new, with_figures=with_figures))
    if changes:
        yield _("Deal %(number)s: %(changes)s.") % {
            "number": old.called,
            "changes": "; ".join(changes),
        }


def _changes(old: DealEntry, new: DealEntry, *, with_figures: bool) -> Iterator[str]:
    if new.called != old.called:
        yield _("is deal %(number)s then") % {"number": new.called}
    if new.vulnerable != old.vulnerable:
        yield _INSTEAD % {"new": new.vulnerable, "old": old.vulnerable}
    if with_figures and new.effects != old.effects:
        yield _INSTEAD % {"new": _scores_in_words(new), "old": _scores_in_words(old)}
    if new.game != old.game:
        yield new.game or _("%(who)s do not win the game with it") % {
            "who": old.game_winner
        }


def _scores_in_words(entry: DealEntry) -> str:
    return all_of(str(effect) for effect in entry.effects) or _("no score")


def end_in_words(
    consequence: Consequence,
    viewpoint: Viewpoint,
    kept: Sequence[Called],
    rubber: Rubber,
) -> Iterator[str]:
    """One sentence about the end of the rubber if the correction changes the end; no sentence if it does not.

    `kept` are the numbers, as players call them, of the deals that are not struck out.
    """
    before = consequence.before
    after = consequence.after
    was_complete = before.state == "complete"
    is_complete = after.state == "complete"
    if consequence.opens_again:
        words = _(
            "The %(noun)s is not over any more: it is played on in the same seats, or closed unfinished if one of the "
            "four has left the table or the next has begun."
        )
        yield words % {"noun": rubber.noun}
    elif was_complete and not is_complete:
        words = _(
            "The %(noun)s is left unfinished again, as it was stopped (%(reason)s): %(verdict)s."
        )
        reason = stored_told(rubber.ending_reason)
        new_verdict = verdict(after, viewpoint)
        yield words % {"noun": rubber.noun, "reason": reason, "verdict": new_verdict}
    elif is_complete and (not was_complete or consequence.left_over):
        last = kept[len(after.deals) - 1]
        words = _("The %(noun)s ends with deal %(number)s: %(verdict)s.")
        if before.state == "unfinished":
            words = _(
                "The %(noun)s ends with deal %(number)s, and is not left unfinished any more: %(verdict)s."
            )
        new_verdict = verdict(after, viewpoint)
        yield words % {"noun": rubber.noun, "number": last, "verdict": new_verdict}
    elif before.next is None and (before.winner, before.margin) != (
        after.winner,
        after.margin,
    ):
        words = _("In the end %(verdict)s, where it was: %(before)s.")
        yield words % {
            "verdict": verdict(after, viewpoint),
            "before": verdict(before, viewpoint),
        }


def left_over_in_words(
    state: RubberState,
    deals: Sequence[Deal],
    fate: Fate,
    before: Mapping[int, DealEntry],
) -> Iterator[str]:
    """Sentences about the deals after the new end of the rubber: their fate, and the points that may be lost.

    `before` are the deals in words, as they are on the sheet now, by number.
    """
    numbers = all_of(str(called(state, deal.number)) for deal in deals)
    names = {"numbers": numbers, "noun": state.rubber.noun, "hindrance": fate.hindrance}
    yield _what_becomes(fate, len(deals)) % names
    lost = _("Deal %(number)s is lost: %(deal)s.")
    if fate.is_next_rubber:
        lost = _("If struck out, deal %(number)s is lost: %(deal)s.")
    for deal in deals:
        entry = before[deal.number]
        if entry.effects:
            yield lost % {"number": entry.called, "deal": _in_full(entry)}


def _what_becomes(fate: Fate, count: int) -> str:
    """A sentence with placeholders about the fate of `count` deals after the new end of the rubber."""
    if fate.choice == Proposal.Later.STRIKE:
        return ngettext(
            "Deal %(numbers)s came after that end and is struck out.",
            "Deals %(numbers)s came after that end and are struck out.",
            count,
        )
    if fate.hindrance:
        return ngettext(
            "Deal %(numbers)s came after that end. "
            "It cannot begin the next %(noun)s, as %(hindrance)s: it is struck out.",
            "Deals %(numbers)s came after that end. "
            "They cannot begin the next %(noun)s, as %(hindrance)s: they are struck out.",
            count,
        )
    if fate.choice == UNDECIDED:
        return ngettext(
            "Deal %(numbers)s came after that end and must be dealt with.",
            "Deals %(numbers)s came after that end and must be dealt with.",
            count,
        )
    return ngettext(
        "Deal %(numbers)s came after that end. It begins the next %(noun)s if the four still sit here and it has no "
        "deal yet; otherwise it is struck out.",
        "Deals %(numbers)s came after that end. They begin the next %(noun)s if the four still sit here and it has no "
        "deal yet; otherwise they are struck out.",
        count,
    )


def _in_full(entry: DealEntry) -> str:
    """The deal and its scores in few words: `4♠ by Anna, made, We 120`."""
    scored = all_of(f"{effect.who} {written(effect.total)}" for effect in entry.effects)
    return f"{entry.short}, {scored}"
