"""A slot: one board at one table in one round, and how an address names it."""

from typing import Any, NamedTuple


class Slot(NamedTuple):
    """A slot: one board at one table in one round."""

    letter: str
    """The letter of the section, such as A."""
    round: int
    table: int
    board: int

    @property
    def code(self) -> str:
        """The slot in one word, by which a script finds its place on a page, such as `A-2-3-7`."""
        return f"{self.letter}-{self.round}-{self.table}-{self.board}"


class SlotConverter:
    """A URL converter for slots, such as `rounds/2/A/3/boards/7`: round 2, table A3, board 7."""

    regex = "rounds/[0-9]+/[^/]+/[0-9]+/boards/[0-9]+"

    def to_python(self, value: str) -> Slot:
        """The slot that a part of an address names, such as `rounds/2/A/3/boards/7`."""
        _rounds, round, letter, table, _boards, board = value.split("/")
        return Slot(letter, int(round), int(table), int(board))

    def to_url(self, slot: Slot) -> str:
        """The part of an address that names a slot, such as `rounds/2/A/3/boards/7`."""
        return f"rounds/{slot.round}/{slot.letter}/{slot.table}/boards/{slot.board}"


class OnSlot:
    """A mixin for models of which each row is about one slot.

    Read the rows together with their section, because the section gives the letter of the slot.
    """

    section: Any
    round: Any
    table: Any
    board: Any

    @property
    def slot(self) -> Slot:
        """The slot that this row is about."""
        return Slot(self.section.letter, self.round, self.table, self.board)
