"""The standing of a board at a table, and numbers of boards with a standing in words."""

from django.utils.translation import npgettext

from clubscore.duplicate.outcomes.results import (
    AGREED,
    DIFFERS,
    EMPTY,
    ENTERED,
    RULED,
    Results,
)
from clubscore.duplicate.session.state import SectionState
from clubscore.duplicate.slot import Slot
from scoring.movements.plan import MovementRow


def standing_at(
    slot: Slot, section: SectionState, row: MovementRow, results: Results
) -> str:
    """The standing of a board at the table of `row`, such as `agreed`; EMPTY if it has no result and no ruling."""
    if slot in results.rulings:
        return RULED
    result = results.recorded.get(slot)
    if result is None:
        return EMPTY
    sides = section.persons_at(row, "NS"), section.persons_at(row, "EW")
    return result.standing(sides)


def counted(standing: str, number: int) -> str:
    """The words for a standing behind a number of boards, which many languages have in the plural."""
    if standing == EMPTY:
        return npgettext("boards", "to play", "to play", number)
    if standing == ENTERED:
        return npgettext("boards", "not agreed yet", "not agreed yet", number)
    if standing == AGREED:
        return npgettext("boards", "agreed", "agreed", number)
    if standing == DIFFERS:
        return npgettext("boards", "two results", "two results", number)
    return npgettext("boards", "ruled", "ruled", number)
