"""The facts of a contest: who entered, what was played, what was taken off. Frozen, and checked."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.contest.rules import ContestRules
from scoring.duplicate.board import LAST_BOARD
from scoring.duplicate.outcomes import REAL, Artificial, Outcome
from scoring.errors import InvalidContest
from scoring.said import Said, said
from scoring.values import Side

MOST_ENTRIES: Final = 9999
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_COMMENT: Final = re.compile(r"(?<!\S)#")
_WORD: Final = re.compile(r'[^\s"#]+')
STANDARD_PENALTY: Final = Fraction(25)  # per cent of the top of one board: where nothing else is said
UNITS: Final[Mapping[str, Said]] = MappingProxyType(
    {"%": said("per cent of the top"), "mp": said("matchpoints"), "imp": said("IMPs"), "vp": said("victory points")}
)


class Entry(NamedTuple):
    """A pair, team or player. With two winners it has the line in which it is ranked."""

    number: int
    names: tuple[str, ...] = ()
    line: Side | None = None
    handicap: Fraction | None = None
    """Percentage points that are added in a list of its own."""
    stratum: str = ""
    """A letter, A the highest; empty is the highest too."""
    is_ranked: bool = True
    """Whether it has a place in the lists; its results are compared in any case."""


class Slot(NamedTuple):
    """One board at one table: who sat there, and what became of it."""

    board: int
    ns: int
    ew: int
    outcome: Outcome
    group: str = ""
    """A letter for those who played the same of two or more different deals of a fouled board (Law 87)."""
    south: int | None = None
    """Of an individual the partner of ``ns``, who is North then; otherwise None."""
    west: int | None = None
    """Of an individual the partner of ``ew``, who is East then; otherwise None."""


class Penalty(NamedTuple):
    """Points taken off an entry (Law 90)."""

    entry: int
    amount: Fraction
    unit: str
    """A key of ``UNITS``: "%" of the top of one board, "mp", "imp" or "vp"."""
    law: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Contest:
    """One session: all that a result follows from.

    Raises:
        InvalidContest: for facts that cannot be.
    """

    name: str
    rules: ContestRules
    entries: tuple[Entry, ...]
    slots: tuple[Slot, ...]
    boards: tuple[range, ...] = ()
    """The boards of the session, without gaps or in several sets; empty when nothing is said of them."""
    expected: tuple[tuple[int, int], ...] = ()
    """Boards with the results that they should have, where that is not the number of slots of the board with most."""
    penalties: tuple[Penalty, ...] = ()
    byes: tuple[int, ...] = ()  # entries with nobody to play in a round, each as often as it was

    def __post_init__(self) -> None:
        check_name(self.name)
        check = FactCheck(self.rules, self.boards)
        for entry in self.entries:
            check.entry(entry)
        for slot in self.slots:
            check.slot(slot)
        for penalty in self.penalties:
            check.penalty(penalty)
        for number in self.byes:
            check.bye(number)
        for board, expected in self.expected:
            check.expected(board, expected)


def check_name(name: str) -> None:
    """Check the name of a contest: one line, without blanks at its ends, and without a sharp behind a blank.

    Raises:
        InvalidContest: for another.
    """
    if name != name.strip() or _CONTROL.search(name) or _COMMENT.search(name):
        raise InvalidContest("The name of a session is one line, in which no # follows a blank.")


class FactCheck:
    """Checks the facts of a contest one after the other, entries first. Every method raises InvalidContest."""

    def __init__(self, rules: ContestRules, boards: Iterable[range]) -> None:
        self.rules = rules
        self.boards = tuple(boards)
        self.entries: set[int] = set()
        self.results: dict[int, int] = {}
        self.wanted: dict[int, int] = {}
        self._played: set[tuple[int, int, Side | None]] = set()

    def entry(self, entry: Entry) -> None:
        """Check an entry: its number, its line, its stratum."""
        if type(entry.number) is not int or not 1 <= entry.number <= MOST_ENTRIES:
            raise InvalidContest(said("An entry has a number from 1 to {most}.", most=MOST_ENTRIES), field="entry")
        if entry.number in self.entries:
            raise InvalidContest(said("There is an entry {number} already.", number=entry.number), field="entry")
        if (entry.line is None) != (self.rules.winners == 1):
            form = (
                "Entry {number} needs no NS or EW with one winner."
                if entry.line
                else "Entry {number} needs NS or EW with two winners."
            )
            raise InvalidContest(said(form, number=entry.number), field="line")
        if entry.stratum and not (len(entry.stratum) == 1 and "A" <= entry.stratum <= "Z"):
            raise InvalidContest("A stratum is one letter, A the highest.", field="stratum")
        if any(_CONTROL.search(name) for name in entry.names):
            raise InvalidContest("A name is one line.", field="names")
        if entry.handicap is not None:
            self._handicap(entry.handicap)
        self.entries.add(entry.number)

    def slot(self, slot: Slot) -> None:
        """Check one board at one table: that it is in the session, and that nobody plays it twice."""
        board, seats = slot.board, _seats(slot)
        self._board(board)
        for entry, side in seats:
            if entry not in self.entries:
                form = "There is no entry {number}; entries come before what they played."
                raise InvalidContest(said(form, number=entry), field=side.lower())
        if slot.ns == slot.ew:
            raise InvalidContest(said("Entry {number} cannot play against itself.", number=slot.ns), field="ew")
        teams = self.rules.against_the_other_room
        if len(seats) > 2:
            self._players(seats)
        for entry, side in seats:
            seen = board, entry, side if teams else None
            if seen in self._played:
                form = (
                    "Entry {number} has played board {board} as {side} already."
                    if teams
                    else "Entry {number} has played board {board} already."
                )
                raise InvalidContest(said(form, number=entry, board=board, side=side.word), field=side.lower())
            self._played.add(seen)
        if slot.group and not (len(slot.group) == 1 and "a" <= slot.group <= "z"):
            raise InvalidContest("A group is one small letter.", field="outcome")
        if isinstance(slot.outcome, Artificial) and not self.rules.has_artificial_scores:
            message = "With total points there is no artificial score: assign a result, or write NP."
            raise InvalidContest(message, field="outcome")
        self.results[board] = self.results.get(board, 0) + isinstance(slot.outcome, REAL)
        self._complete(board, "outcome")

    def _players(self, seats: tuple[tuple[int, Side], ...]) -> None:
        """Check the players of an individual: four, and by rules that know them."""
        if len({entry for entry, _ in seats}) < 4:
            raise InvalidContest("Four players of an individual sit at a table.", field="ns")
        if self.rules.has_matches or self.rules.winners == 2 or self.rules.ties == "head-to-head":
            message = "An individual has one list, no matches, and ties that are not broken by who met whom."
            raise InvalidContest(message, field="ns")

    def penalty(self, penalty: Penalty) -> None:
        """Check a penalty: for whom, and in a unit that the scoring has."""
        if penalty.entry not in self.entries:
            raise InvalidContest(said("There is no entry {number}.", number=penalty.entry), field="entry")
        units = ("%", "mp") if self.rules.ranks_by_percentages else ("vp" if self.rules.has_victory_points else "imp",)
        if penalty.unit not in units or self.rules.scoring == "aggregate":
            form = (
                "With {scoring} there are no penalties."
                if self.rules.scoring == "aggregate"
                else "With {scoring} there are penalties in {units}."
            )
            raise InvalidContest(said(form, scoring=self.rules.scoring, units=_in_words(units)), field="amount")
        if penalty.amount <= 0 or 10_000 % penalty.amount.denominator:
            raise InvalidContest("A penalty is more than nought, with four decimals at most.", field="amount")
        if not _WORD.fullmatch(penalty.law):
            raise InvalidContest("The law of a penalty is one word, such as 90B.", field="law")
        if _CONTROL.search(penalty.reason):
            raise InvalidContest("The reason of a penalty is one line.", field="reason")

    def bye(self, entry: int) -> None:
        """Check a round without an opponent: whose, and that it is worth something."""
        if entry not in self.entries:
            raise InvalidContest(said("There is no entry {number}.", number=entry), field="entry")
        if not self.rules.has_victory_points:
            raise InvalidContest("A bye is worth victory points: write the rule matches=vp.", field="entry")

    def expected(self, board: int, expected: int) -> None:
        """Check the number of results that a board should have."""
        self._board(board)
        if type(expected) is not int or not 1 <= expected <= MOST_ENTRIES:
            raise InvalidContest(said("From 1 to {most} results can be expected.", most=MOST_ENTRIES), field="expected")
        if board in self.wanted:
            message = said("The results expected of board {board} have been given already.", board=board)
            raise InvalidContest(message, field="board")
        self.wanted[board] = expected
        self._complete(board, "expected")

    def _complete(self, board: int, field: str) -> None:
        results = self.results.get(board, 0)
        if results > self.wanted.get(board, results):
            form = "Board {board} has {results} results, more than the {expected} expected."
            message = said(form, board=board, results=results, expected=self.wanted[board])
            raise InvalidContest(message, field=field)

    def _handicap(self, handicap: Fraction) -> None:
        if not self.rules.ranks_by_percentages:
            by = UNITS["vp"] if self.rules.has_victory_points else self.rules.scoring
            form = "A handicap is in percentage points, and with {scoring} there are none."
            raise InvalidContest(said(form, scoring=by), field="handicap")
        if abs(handicap) > 100 or 100 % handicap.denominator:
            raise InvalidContest("A handicap is from -100 to 100, with two decimals at most.", field="handicap")

    def _board(self, board: int) -> None:
        if type(board) is not int or not 1 <= board <= LAST_BOARD:
            raise InvalidContest(said("A board has a number from 1 to {last}.", last=LAST_BOARD), field="board")
        if self.boards and not any(board in each for each in self.boards):
            raise InvalidContest(said("Board {board} is not one of this session.", board=board), field="board")


def _in_words(units: Sequence[str]) -> Said:
    one, *more = [UNITS[unit] for unit in units]
    return said("{one} or {other}", one=one, other=more[0]) if more else one


def _seats(slot: Slot) -> tuple[tuple[int, Side], ...]:
    """Everybody at the table with their side: two entries, of an individual four."""
    both = (slot.ns, Side.NS), (slot.ew, Side.EW)
    are_two = slot.south is None and slot.west is None
    return both if are_two else (*both, (slot.south or 0, Side.NS), (slot.west or 0, Side.EW))
