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
    """Of the result that was looked at; 0 for a warning that only a result ends."""


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """A result of a round that is over, to which one side has not agreed."""

    slot: Slot
    table: str
    may_look: bool


def late_tables(paces: Iterable[Pace], eyes: Eyes) -> list[Warning]:
    """The tables that are late, the latest first."""
    late = sorted(
        (pace for pace in paces if pace.is_late), key=lambda pace: -pace.minutes
    )
    return [
        Warning(pace.slot, pace.table, (_late(pace),), eyes.see(pace.slot), 0)
        for pace in late
    ]


def odd_results(state: SessionState, results: Results, eyes: Eyes) -> list[Warning]:
    """The results that something contradicts, in the order of rounds, as far as the viewer may see them."""
    sections = {section.letter: section for section in state.sections}
    found = []
    for slot, words in sorted(
        _reasons(state, results), key=lambda each: (each[0].round, each[0])
    ):
        if eyes.see_board(slot.board) and not _is_checked(
            sections[slot.letter], slot, results[slot]
        ):
            table = table_name(state, sections[slot.letter], slot.table)
            found.append(
                Warning(
                    slot,
                    table,
                    words,
                    may_look=True,
                    version=results[slot].play.version,
                )
            )
    return found


def not_agreed(state: SessionState, results: Results, eyes: Eyes) -> list[NotAgreed]:
    """The results of rounds that are over to which one side has not agreed, and on which nobody has ruled."""
    over = state.round if state.session.is_over else state.round - 1
    sections = {section.letter: section for section in state.sections}
    sides: dict[
        tuple[object, ...], tuple[frozenset[int], frozenset[int]]
    ] = {}  # of the boards of a round alike
    found = []
    for slot, result in results.recorded.items():
        if slot.round > over:
            continue
        seated = slot.letter, slot.round, result.play[2:6]
        if seated not in sides:
            sides[seated] = _sides(sections[slot.letter], slot, result.play)
        ns, ew = sides[seated]
        signers = result.signers
        is_missing = ns.isdisjoint(signers) or ew.isdisjoint(signers)
        if (
            is_missing
            and signers <= ns | ew
            and not result.proposal
            and slot not in results.rulings
        ):
            found.append(slot)
    return [
        NotAgreed(
            slot, table_name(state, sections[slot.letter], slot.table), eyes.see(slot)
        )
        for slot in sorted(found, key=lambda each: (each.round, each))
    ]


def _late(pace: Pace) -> str:
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
        found = oddities(board, [told for _slot, told in recorded])
        for (slot, each), words in zip(recorded, found, strict=True):
            against = _against_cards(cards.get(board), each) if not group else ""
            if against or words:
                yield slot, (against,) if against else words


def _cards(state: SessionState, results: Results) -> dict[int, Layout]:
    """The cards of each board, where the session names them and a lead was entered."""
    found = state.session.deal_set
    if found is None or not any(result.play.lead for result in results.values()):
        return {}
    return {seat.number: seat.layout for seat in found.dealt}


def _against_cards(layout: Layout | None, told: EnteredResult) -> str:
    declarer = told.deal.declarer
    if layout is None or declarer is None or not told.lead:
        return ""
    return contradiction(layout, declarer, parse_card(told.lead))


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
