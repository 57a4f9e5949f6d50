"""Warnings on the director's page, each with its slot: late tables, and results that the field or the cards contradict.

Nothing is refused by them. A director who has looked at a result says so, and is not warned of that version again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.duplicate.director.directing.boards import Eyes
from clubscore.duplicate.director.directing.lateness import Pace
from clubscore.duplicate.outcomes.results import RecordedPlay, Results, SlotResult
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring.duplicate.oddities import EnteredResult, oddities
from scoring.hands import Layout, contradiction, parse_card
from scoring.movements.plan import MovementRow


@dataclass(frozen=True, slots=True)
class Warning:
    """One slot to look at, and why."""

    slot: Slot
    table: str
    words: tuple[str, ...]
    may_look: bool
    version: int
    """The version of the result that the warning is about; 0 for a warning that only a result ends."""


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """A result of a round that is over, to which one side has not agreed."""

    slot: Slot
    table: str
    may_look: bool


def late_tables(paces: Iterable[Pace], eyes: Eyes) -> list[Warning]:
    """The tables that are late, the latest first."""
    warnings = []
    for pace in sorted(paces, key=lambda pace: -pace.minutes):
        if pace.is_late:
            may_look = eyes.see(pace.slot)
            words = (_late(pace),)
            warnings.append(Warning(pace.slot, pace.table, words, may_look, 0))
    return warnings


def odd_results(state: SessionState, results: Results, eyes: Eyes) -> list[Warning]:
    """The results that something contradicts, in the order of rounds, as far as the viewer may see them."""
    sections = {section.letter: section for section in state.sections}
    reasons = dict(_reasons(state, results))
    warnings = []
    for slot in sorted(reasons, key=_by_round):
        section, result = sections[slot.letter], results[slot]
        if not eyes.see_board(slot.board) or _is_checked(section, slot, result):
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
    # The boards of a round at one table share their sides.
    sides: dict[tuple[object, ...], tuple[frozenset[int], frozenset[int]]] = {}
    slots = []
    for slot, result in results.recorded.items():
        if slot.round > over:
            continue
        seated = slot.letter, slot.round, result.play[2:6]
        if seated not in sides:
            sides[seated] = _sides(sections[slot.letter], slot, result.play)
        ns, ew = sides[seated]
        signers = result.signers
        is_missing = ns.isdisjoint(signers) or ew.isdisjoint(signers)
        is_settled = result.proposal or slot in results.rulings
        if is_missing and signers <= ns | ew and not is_settled:
            slots.append(slot)
    open_results = []
    for slot in sorted(slots, key=_by_round):
        table = table_name(state, sections[slot.letter], slot.table)
        open_results.append(NotAgreed(slot, table, eyes.see(slot)))
    return open_results


def _by_round(slot: Slot) -> tuple[int, Slot]:
    """The key that orders slots by their rounds first."""
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
    return words % {"minutes": pace.minutes, "board": pace.slot.board}


def _reasons(
    state: SessionState, results: Results
) -> Iterator[tuple[Slot, tuple[str, ...]]]:
    """Yield the slots with a reason to look. A board that was ruled on is settled; fouled boards are compared apart."""
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


def _cards(state: SessionState, results: Results) -> dict[int, Layout]:
    """The cards of each board, where the session names them and a lead was entered."""
    deal_set = state.session.deal_set
    if deal_set is None or not any(result.play.lead for result in results.values()):
        return {}
    return {board.number: board.layout for board in deal_set.dealt}


def _against_cards(layout: Layout | None, result: EnteredResult) -> str:
    """A sentence if the cards of the board contradict the lead; empty if they do not, or are not known."""
    declarer = result.deal.declarer
    if layout is None or declarer is None or not result.lead:
        return ""
    return contradiction(layout, declarer, parse_card(result.lead))


def _is_checked(section: SectionState, slot: Slot, result: SlotResult) -> bool:
    """True if somebody who does not sit there has agreed to this version: a director who has looked at it."""
    ns, ew = _sides(section, slot, result.play)
    return bool(result.signers - ns - ew)


def _sides(
    section: SectionState, slot: Slot, play: RecordedPlay
) -> tuple[frozenset[int], frozenset[int]]:
    """The persons who held the cards of North-South, and of East-West."""
    # No matter which set.
    row = MovementRow(
        slot.round, slot.table, play.north, play.south, play.east, play.west, set=0
    )
    return section.persons_at(row, "NS"), section.persons_at(row, "EW")
