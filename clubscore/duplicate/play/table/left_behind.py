"""The boards of earlier rounds on which a member's table still has something to do."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member


def left_behind_by(
    state: SessionState, member: Member, results: Results
) -> list[tuple[str, list[Slot]]]:
    """The boards that a member left behind, each group with its words: without a result, and with two results.

    Only rounds before the current round count. A group without boards is left out.
    """
    missing = []
    disputed = []
    for slot in _earlier_slots(state, member):
        result = results.get(slot)
        if slot not in results.settled:
            missing.append(slot)
        elif result and result.proposal and slot not in results.rulings:
            disputed.append(slot)
    groups = []
    if missing:
        groups.append((_("Still missing:"), missing))
    if disputed:
        groups.append((_("Two results:"), disputed))
    return groups


def _earlier_slots(state: SessionState, member: Member) -> Iterator[Slot]:
    """The slots that a member played in the rounds before the current round."""
    for round in range(1, state.round):
        held = state.held_in(member, round)
        if held is None:
            continue
        section, place = held
        row = section.row_of(round, place.entry.number, place.seat)
        if row is None or not section.both_are_there(row):
            continue
        for board in state.boards_in(row):
            yield Slot(section.letter, round, row.table, board)
