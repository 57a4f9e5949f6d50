"""The boards of a round at a table as tabs, one for each board."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import in_short, outcome_in_short
from clubscore.duplicate.outcomes.results import EMPTY, RULED, STANDINGS, Results
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from scoring.duplicate import dealer_of


@dataclass(frozen=True, slots=True)
class BoardTab:
    """The tab of one board of the round."""

    slot: Slot
    address: str
    """The address of the board, on the phone or on the device of the table."""
    standing: str
    words: str
    short: str
    dealer: str
    is_chosen: bool


def tabs(
    at: SlotState, results: Results, address: Callable[[Slot], str]
) -> list[BoardTab]:
    """The tabs of the boards that the table plays in this round, with their results.

    `address` is a function that returns the address of a board.
    """
    slots = [at.slot._replace(board=board) for board in at.state.boards_in(at.row)]
    return [_tab(at, slot, results, address(slot)) for slot in slots]


def seen_alone(desk: BoardDesk, boards: list[BoardTab]) -> list[BoardTab]:
    """The tabs, without the results of boards that the viewer may not see yet."""
    seen = []
    for tab in boards:
        if not desk.whole.sees(tab.slot.board):
            tab = replace(tab, short="")
        seen.append(tab)
    return seen


def _tab(at: SlotState, slot: Slot, results: Results, address: str) -> BoardTab:
    """The tab of a board, with its ruling or its result."""
    result, ruled = results.get(slot), results.rulings.get(slot)
    standing, short = EMPTY, ""
    if ruled:
        standing, short = RULED, outcome_in_short(ruled.outcome)
    elif result:
        standing, short = result.standing(at.sides), in_short(result.play.facts)
    return BoardTab(
        slot=slot,
        address=address,
        standing=standing,
        words=str(STANDINGS[standing]),
        short=short,
        dealer=told(dealer_of(slot.board).word),
        is_chosen=slot == at.slot,
    )
