"""The reading of typed slips: the place of each line, its result and its lead."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.contracts.letters import deal_typed, letters_of
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.lineup import boards_named, table_name
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import refusal_told
from clubscore.refusals import Refused
from scoring import Deal, InvalidDeal
from scoring.errors import InvalidHands
from scoring.hands.cards import parse_card

TABLE, BOARD = "table-", "board-"
"""The beginnings of the values of a choice: the slips of one table, or of one board."""
LONGEST_LEAD = 3  # letters, as in H10
NUMBER = re.compile(r"[0-9]{1,4}")  # of a table or of a board


class SlipLine(NamedTuple):
    """A typed line that was read: the place and the result, or the reason why it cannot be read."""

    number: int
    """The number of the line, from 1."""
    text: str
    slot: Slot | None = None
    facts: Deal | None = None
    lead: str = ""
    error: str = ""


class _Numbered(NamedTuple):
    """The numbers at the start of a line, such as a table and a board, and the result after them."""

    numbers: list[str]
    result: str


@dataclass(frozen=True)
class SlipReader:
    """Reads the lines of slips in a session.

    A line is a table, a board and a result. With the choice of one table, or of one board, a line does not repeat it.
    A line without a board is about the next board of the table; a line without a table is about the next table.
    """

    state: SessionState
    results: Results
    choice: str = ""
    """The table or the board of all lines, such as `table-3` or `board-12`; empty for lines of several tables."""
    language: str | None = None

    def read(self, lines: Iterable[tuple[int, str]]) -> Iterator[SlipLine]:
        """Yield each numbered line with its place and its result, or with the reason why it cannot be read."""
        last: Slot | None = None
        read_on: dict[Slot, int] = {}
        for number, text in lines:
            try:
                split = self._split(text)
                slot = self._slot(split.numbers, last)
                last = slot
                if slot in read_on:
                    words = _("Line %(number)s has this board already.")
                    raise Refused(words % {"number": read_on[slot]})
                facts, lead = self._result(split.result)
            except Refused as refusal:
                yield SlipLine(number, text, error=str(refusal))
            except InvalidDeal as refusal:
                yield SlipLine(number, text, error=refusal_told(refusal))
            else:
                read_on[slot] = number
                yield SlipLine(number, text, slot, facts, lead)

    @cached_property
    def tables(self) -> dict[str, tuple[str, int]]:
        """The section and the number of each table, by its name in small letters."""
        return {
            self._name(slot).casefold(): (slot.letter, slot.table)
            for slot in self._slots
        }

    @cached_property
    def table_names(self) -> list[str]:
        """The names of the tables in their order, such as `3` or `A3`."""
        places = sorted(self.tables.items(), key=lambda item: item[1])
        return [name.upper() for name, _place in places]

    @cached_property
    def boards(self) -> list[int]:
        """The boards of the rounds that have begun."""
        return sorted({slot.board for slot in self._slots})

    @cached_property
    def _slots(self) -> list[Slot]:
        """The slots of the rounds that have begun, by round, section, table and board."""
        begun = [slot for slot, _row in slots_of(self.state)]
        begun = [slot for slot in begun if slot.round <= self.state.round]
        return sorted(begun, key=lambda slot: (slot.round, slot))

    @cached_property
    def _by_place(self) -> dict[tuple[str, int, int], list[Slot]]:
        """The slots by section, table and board: a table may have a board in several rounds."""
        found = defaultdict(list)
        for slot in self._slots:
            found[slot.letter, slot.table, slot.board].append(slot)
        return found

    def _name(self, slot: Slot) -> str:
        section = self.state.section(slot.letter)
        assert section
        return table_name(self.state, section, slot.table)

    def _split(self, text: str) -> _Numbered:
        """The numbers at the start of a line, at most two, and the rest of the line."""
        numbers: list[str] = []
        words = text.split()
        for word in words[:2]:
            if not (NUMBER.fullmatch(word) or word.casefold() in self.tables):
                break
            numbers.append(word)
        result = " ".join(words[len(numbers) :])
        return _Numbered(numbers, result)

    def _slot(self, numbers: list[str], last: Slot | None) -> Slot:
        """The slot of a line with these numbers, after the line about `last`. Raises Refused if there is none."""
        chosen_board = self.choice.removeprefix(BOARD)
        if len(numbers) == 2:
            return self._at(numbers[0], numbers[1])
        if chosen_board != self.choice:
            if numbers:
                return self._at(numbers[0], chosen_board)
            return self._next_table(int(chosen_board), last)
        chosen_table = self.choice.removeprefix(TABLE)
        if last and not chosen_table:
            chosen_table = self._name(last)
        if not chosen_table:
            raise Refused(_("Begin with the table and the board, as in 3 18 4sn="))
        if numbers:
            return self._at(chosen_table, numbers[0])
        return self._next_board(chosen_table, last)

    def _at(self, table: str, board: str) -> Slot:
        """The slot of a board at a table. If the table has it in several rounds, the last one without a result.

        Raises Refused if there is no such table, or if it has not had the board.
        """
        place = self.tables.get(table.casefold())
        if place is None:
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        found = self._by_place.get((*place, int(board)))
        if found is None:
            raise Refused(self._not_there(table, board, place))
        missing = [slot for slot in found if slot not in self.results.settled]
        return (missing or found)[-1]

    def _not_there(self, table: str, board: str, place: tuple[str, int]) -> str:
        """The sentence that refuses a board that a table has not had. It names the boards of the newest round."""
        here = [slot for slot in self._slots if slot[:3:2] == place]
        newest = here[-1].round
        boards = [slot.board for slot in here if slot.round == newest]
        words = _(
            "Table %(table)s has not had board %(board)s. In round %(round)s it has boards %(boards)s."
        )
        return words % {
            "table": table,
            "board": board,
            "round": newest,
            "boards": boards_named(range(boards[0], boards[-1] + 1)),
        }

    def _next_board(self, table: str, last: Slot | None) -> Slot:
        """The next board of the table in the round of the last line; for the first line, its first without a result."""
        place = self.tables[table.casefold()]
        here = [slot for slot in self._slots if slot[:3:2] == place]
        if last is None:
            missing = [slot for slot in here if slot not in self.results.settled]
            following = [slot for slot in missing if slot.round == missing[-1].round]
        else:
            following = [
                slot
                for slot in here
                if slot.round == last.round and slot.board > last.board
            ]
        if following:
            return following[0]
        words = _("Table %(table)s has no further board: type the board first.")
        raise Refused(words % {"table": table})

    def _next_table(self, board: int, last: Slot | None) -> Slot:
        """The next table that has had the board. For the first line it is the first such table."""
        places = sorted(
            (letter, table)
            for letter, table, number in self._by_place
            if number == board
        )
        if last:
            places = [place for place in places if place > (last.letter, last.table)]
        if not places:
            words = _("No further table has had board %(board)s: type the table first.")
            raise Refused(words % {"board": board})
        name = self._name(self._by_place[(*places[0], board)][0])
        return self._at(name, str(board))

    def _result(self, text: str) -> tuple[Deal, str]:
        """The result and the lead of a line, the lead as `HK` or empty. Raises InvalidDeal if it cannot be read."""
        if not text:
            raise Refused(_("Type the result after the board, as in 4sn="))
        words = text.split()
        lead = _lead(words[-1], self.language) if len(words) > 1 else ""
        if lead:
            text = " ".join(words[:-1])
        return deal_typed(text, self.language), lead


def _lead(text: str, language: str | None) -> str:
    """The card that was led, such as `HK`; empty if the text is no card."""
    if len(text) > LONGEST_LEAD:
        return ""
    for own, suit in zip(letters_of(language).strains[:4], "CDHS", strict=True):
        if text[0].casefold() == own.casefold():
            text = suit + text[1:]
            break
    try:
        card = parse_card(text)
    except InvalidHands:
        return ""
    return f"{card.suit}{card.rank}"
