"""The boards without a result on the page that publishes results: each can be left open by its own box."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.outcomes.unplayed import Unplayed
from clubscore.duplicate.session.slots import slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot


class MissingBoard(NamedTuple):
    """A board without a result, with the table and who was to play it."""

    slot: Slot
    table: str
    pairs: str
    """Empty for a board that is not played any more."""

    @property
    def key(self) -> str:
        """A text that names the board, such as `missing-A-1-2-3`."""
        slot = self.slot
        return f"missing-{slot.letter}-{slot.round}-{slot.table}-{slot.board}"

    @property
    def box(self) -> str:
        """The name of the box with which a director publishes without the result."""
        words = _("Leave it open: board %(board)s, table %(table)s, round %(round)s")
        return words % {
            "board": self.slot.board,
            "table": self.table,
            "round": self.slot.round,
        }


def missing_boards(state: SessionState, missing: Iterable[Slot]) -> list[MissingBoard]:
    """The boards that may still be played or entered, each with who was to play it."""
    places = [slot_in(state, slot) for slot in missing]
    return [MissingBoard(at.slot, at.table, at.pairs) for at in places]


def lost_boards(lost: Iterable[Unplayed]) -> list[MissingBoard]:
    """The boards that are not played any more and on which nobody has ruled."""
    return [MissingBoard(each.slot, each.table, "") for each in lost]
