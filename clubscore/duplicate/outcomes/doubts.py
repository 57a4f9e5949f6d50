"""Results to which a player no longer agrees, and those that a director has decided (Laws 79A and 79B)."""

from clubscore.duplicate.models import Play
from clubscore.duplicate.outcomes.results import RecordedPlay, Results, SlotResult
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.movements.plan import MovementRow


def sides_of(
    section: SectionState, slot: Slot, play: RecordedPlay
) -> tuple[frozenset[int], frozenset[int]]:
    """The ids of the persons who held the cards of North-South, and of those who held the cards of East-West."""
    # No matter which set.
    row = MovementRow(
        slot.round, slot.table, play.north, play.south, play.east, play.west, set=0
    )
    return section.persons_at(row, "NS"), section.persons_at(row, "EW")


def is_checked(section: SectionState, slot: Slot, result: SlotResult) -> bool:
    """True if a director has checked this version of a result.

    That is so if somebody who did not play the board has agreed to the version.
    """
    ns, ew = sides_of(section, slot, result.play)
    return bool(result.signers - ns - ew)


def is_decided(at: SlotState, result: SlotResult, row: Play) -> bool:
    """True if a director has checked this version of a result, or has put it in the place of an earlier one.

    `row` is the model row of the result.
    """
    is_directors = row.version > 1 and at.side_behind(row.recorded_by) is None
    return is_directors or is_checked(at.section, at.slot, result)


def doubted(state: SessionState, results: Results) -> list[Slot]:
    """The slots with a result to which a player no longer agrees, in the order of rounds.

    Slots with two results or a ruling, and results that a director has checked, are left out.
    """
    slots = []
    for slot, result in results.recorded.items():
        if not result.doubters or result.proposal or slot in results.rulings:
            continue
        section = state.section(slot.letter)
        assert section
        if not is_checked(section, slot, result):
            slots.append(slot)
    return sorted(slots, key=lambda slot: (slot.round, slot))


def doubters_named(section: SectionState, result: SlotResult) -> list[Member]:
    """The players who have taken their agreement to a result back, in the order of their names."""
    found = {}
    for place in section.places:
        if place.member.person_id in result.doubters:
            found[place.member.person_id] = place.member
    return sorted(found.values(), key=lambda member: member.name)
