"""Warnings on the director's page, each with its slot.

They are about late tables, and about results that other results or the cards contradict.

A warning refuses nothing. A director who has looked at a result can say so, and is not warned of that version again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.duplicate.director.directing.boards import Eyes
from clubscore.duplicate.director.directing.lateness import Pace
from clubscore.duplicate.outcomes.doubts import (
    doubted,
    doubters_named,
    is_checked,
    sides_of,
)
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure
from scoring.duplicate.oddities import EnteredResult, oddities
from scoring.hands import Layout, contradiction, parse_card


@dataclass(frozen=True, slots=True)
class Warning:
    """A slot that the director should look at, with the reasons in words."""

    slot: Slot
    table: str
    words: tuple[str, ...]
    may_look: bool
    version: int
    """The version of the result that the warning is about; 0 for a late table, whose warning is about no result."""


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """A result of a round that is over, to which one side has not agreed."""

    slot: Slot
    table: str
    may_look: bool


def late_tables(paces: Iterable[Pace], eyes: Eyes) -> list[Warning]:
    """A warning for each table that is late, the latest table first."""
    warnings = []
    for pace in sorted(paces, key=lambda pace: -pace.minutes):
        if pace.is_late:
            may_look = eyes.see(pace.slot)
            words = (_late(pace),)
            warnings.append(Warning(pace.slot, pace.table, words, may_look, 0))
    return warnings


def odd_results(state: SessionState, results: Results, eyes: Eyes) -> list[Warning]:
    """A warning for each result to which a player no longer agrees, or that other results or the cards contradict.

    The warnings are in the order of rounds.

    Results that the viewer may not see, and results that a director has checked, are left out.
    """
    sections = {section.letter: section for section in state.sections}
    reasons = dict(_reasons(state, results))
    for slot in doubted(state, results):
        reasons[slot] = (*_doubts(state, slot, results), *reasons.get(slot, ()))
    warnings = []
    for slot in sorted(reasons, key=_by_round):
        section, result = sections[slot.letter], results[slot]
        if not eyes.see_board(slot.board) or is_checked(section, slot, result):
            continue
        table = table_name(state, section, slot.table)
        version = result.play.version
        warnings.append(
            Warning(slot, table, reasons[slot], may_look=True, version=version)
        )
    return warnings


def not_agreed(state: SessionState, results: Results, eyes: Eyes) -> list[NotAgreed]:
    """The results of rounds that are over to which one side has not agreed, and on which nobody has ruled."""
    over = state.round - 1
    if state.session.is_over:
        over = state.round
    sections = {section.letter: section for section in state.sections}
    open_results = []
    for slot in slots_not_agreed(state, results, over):
        table = table_name(state, sections[slot.letter], slot.table)
        open_results.append(NotAgreed(slot, table, eyes.see(slot)))
    return open_results


def slots_not_agreed(state: SessionState, results: Results, last: int) -> list[Slot]:
    """The slots of the rounds up to `last` whose result waits for one side, in the order of rounds.

    Slots with two results or with a ruling are left out.
    """
    sections = {section.letter: section for section in state.sections}
    # The boards of a round at one table share their sides.
    sides: dict[tuple[object, ...], tuple[frozenset[int], frozenset[int]]] = {}
    slots = []
    for slot, result in results.recorded.items():
        if slot.round > last:
            continue
        seated = slot.letter, slot.round, result.play[2:6]
        if seated not in sides:
            sides[seated] = sides_of(sections[slot.letter], slot, result.play)
        ns, ew = sides[seated]
        signers = result.signers
        is_missing = ns.isdisjoint(signers) or ew.isdisjoint(signers)
        is_settled = result.proposal or slot in results.rulings
        if is_missing and signers <= ns | ew and not is_settled:
            slots.append(slot)
    return sorted(slots, key=_by_round)


def _by_round(slot: Slot) -> tuple[int, Slot]:
    """A sort key for slots: slots of earlier rounds come first."""
    return slot.round, slot


def _late(pace: Pace) -> str:
    """A sentence about a table that is late, with the board it waits for."""
    words = _("Over by the clock: waits for board %(board)s.")
    if pace.minutes > 0:
        words = ngettext(
            "%(minutes)s minute behind: waits for board %(board)s.",
            "%(minutes)s minutes behind: waits for board %(board)s.",
            pace.minutes,
        )
    minutes = figure(f"{pace.minutes:,}")
    return words % {"minutes": minutes, "board": pace.slot.board}


def _reasons(
    state: SessionState, results: Results
) -> Iterator[tuple[Slot, tuple[str, ...]]]:
    """Yield each slot with a result that looks wrong, and the reasons in words.

    A board with a ruling is left out. If a board was fouled, only results of the same group of tables are compared.
    """
    cards = _cards(state, results)
    alike: dict[tuple[int, str], list[tuple[Slot, EnteredResult]]] = defaultdict(list)
    rulings, groups = results.rulings, results.groups
    for slot, (play, _attached) in results.recorded.items():
        if slot not in rulings:
            alike[slot.board, groups.get(slot, "")].append(
                (slot, EnteredResult(play.facts, play.lead))
            )
    for (board, group), recorded in alike.items():
        entered = [result for _slot, result in recorded]
        odd = oddities(board, entered)
        layout = cards.get(board) if not group else None
        for (slot, result), words in zip(recorded, odd, strict=True):
            if against := _against_cards(layout, result):
                yield slot, (against,)
            elif words:
                yield slot, words


def _doubts(state: SessionState, slot: Slot, results: Results) -> list[str]:
    """A sentence for each player who has taken their agreement to the result of a slot back."""
    section = state.section(slot.letter)
    assert section
    words = _("%(name)s has taken the agreement back.")
    doubters = doubters_named(section, results[slot])
    return [words % {"name": member.short_name} for member in doubters]


def _cards(state: SessionState, results: Results) -> dict[int, Layout]:
    """The cards of each board by its number; empty if the session names no hands or no lead was entered."""
    deal_set = state.session.deal_set
    if deal_set is None or not any(result.play.lead for result in results.values()):
        return {}
    return {board.number: board.layout for board in deal_set.dealt}


def _against_cards(layout: Layout | None, result: EnteredResult) -> str:
    """A sentence if the cards of the board contradict the lead; empty if they fit, or if cards or lead are unknown."""
    declarer = result.deal.declarer
    if layout is None or declarer is None or not result.lead:
        return ""
    return contradiction(layout, declarer, parse_card(result.lead))
