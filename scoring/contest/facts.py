"""The facts of a contest: its entries, the boards they played, and their penalties, as checked frozen values."""

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
# Per cent of the top of one board: where nothing else is said.
STANDARD_PENALTY: Final = Fraction(25)
UNITS: Final[Mapping[str, Said]] = MappingProxyType(
    {
        "%": said("per cent of the top"),
        "mp": said("matchpoints"),
        "imp": said("IMPs"),
        "vp": said("victory points"),
    }
)


class ContestEntry(NamedTuple):
    """A pair, team or player in a contest.

    ``line`` is the line in which the entry is ranked, if the contest has two winners; otherwise None.
    """

    number: int
    names: tuple[str, ...] = ()
    line: Side | None = None
    handicap: Fraction | None = None
    """Percentage points that are added to the entry's percentage in the handicap list; None for no handicap."""
    stratum: str = ""
    """The letter of the entry's stratum: A is the highest; empty means the highest too."""
    is_ranked: bool = True
    """True if the entry has a place in the lists. The results of an entry without a place are compared all the same."""


class Slot(NamedTuple):
    """One board at one table: the entries that played it, and its outcome."""

    board: int
    ns: int
    ew: int
    outcome: Outcome
    group: str = ""
    """For a fouled board with several different deals (Law 87): the letter of the deal played here. Otherwise empty."""
    south: int | None = None
    """The player in South, in an individual; ``ns`` is then the player in North. Otherwise None."""
    west: int | None = None
    """The player in West, in an individual; ``ew`` is then the player in East. Otherwise None."""


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
    """The facts of one session, from which its result follows.

    Raises:
        InvalidContest: for facts that contradict each other, or that no contest can have.
    """

    name: str
    rules: ContestRules
    entries: tuple[ContestEntry, ...]
    slots: tuple[Slot, ...]
    boards: tuple[range, ...] = ()
    """The boards of the session, as one or more ranges; empty if the boards are not stated."""
    expected: tuple[tuple[int, int], ...] = ()
    """Pairs of a board and the number of results that it should have.

    A board that is not named should have as many results as the board with the most slots.
    """
    penalties: tuple[Penalty, ...] = ()
    byes: tuple[int, ...] = ()
    """The entries that had no opponent in a round. An entry is listed once for each such round."""

    def __post_init__(self) -> None:
        require_name(self.name)
        check = FactCheck(self.rules, self.boards)
        for entry in self.entries:
            check.add_entry(entry)

        for slot in self.slots:
            check.add_slot(slot)

        for penalty in self.penalties:
            check.add_penalty(penalty)

        for number in self.byes:
            check.add_bye(number)

        for board, expected in self.expected:
            check.add_expected(board, expected)


def require_name(name: str) -> None:
    """Check the name of a contest: one line, without blanks at its ends, and without a # that follows a blank.

    Raises:
        InvalidContest: for any other name.
    """
    if name != name.strip() or _CONTROL.search(name) or _COMMENT.search(name):
        raise InvalidContest(
            "The name of a session is one line, in which no # follows a blank."
        )


class FactCheck:
    """Checks the facts of a contest in their order, entries first. Methods raise InvalidContest for a wrong fact."""

    def __init__(self, rules: ContestRules, boards: Iterable[range]) -> None:
        self.rules = rules
        self.boards = tuple(boards)
        self.entries: set[int] = set()
        self.results: dict[int, int] = {}
        self.wanted: dict[int, int] = {}
        self._played: set[tuple[int, int, Side | None]] = set()

    def add_entry(self, entry: ContestEntry) -> None:
        """Check an entry: its number, line, stratum, names and handicap."""
        if type(entry.number) is not int or not 1 <= entry.number <= MOST_ENTRIES:
            raise InvalidContest(
                said("An entry has a number from 1 to {most}.", most=MOST_ENTRIES),
                field="entry",
            )
        if entry.number in self.entries:
            raise InvalidContest(
                said("There is an entry {number} already.", number=entry.number),
                field="entry",
            )

        self._require_line(entry)
        if entry.stratum and not _is_letter(entry.stratum, "A", "Z"):
            raise InvalidContest(
                "A stratum is one letter, A the highest.", field="stratum"
            )

        for name in entry.names:
            if _CONTROL.search(name):
                raise InvalidContest("A name is one line.", field="names")

        if entry.handicap is not None:
            self._require_handicap(entry.handicap)

        self.entries.add(entry.number)

    def add_slot(self, slot: Slot) -> None:
        """Check one board at one table: its number, its entries, its group and its outcome.

        No entry may play a board twice; a team may play it once on each side.
        """
        board = slot.board
        seats = _seats(slot)
        self._require_board(board)
        for entry, side in seats:
            if entry not in self.entries:
                form = (
                    "There is no entry {number}; entries come before what they played."
                )
                raise InvalidContest(said(form, number=entry), field=side.lower())

        if slot.ns == slot.ew:
            raise InvalidContest(
                said("Entry {number} cannot play against itself.", number=slot.ns),
                field="ew",
            )
        if len(seats) > 2:
            self._require_players(seats)

        for entry, side in seats:
            self._require_once(board, entry, side)

        if slot.group and not _is_letter(slot.group, "a", "z"):
            raise InvalidContest("A group is one small letter.", field="outcome")
        if (
            isinstance(slot.outcome, Artificial)
            and not self.rules.has_artificial_scores
        ):
            message = "With total points there is no artificial score: assign a result, or write NP."
            raise InvalidContest(message, field="outcome")

        self.results[board] = self.results.get(board, 0) + isinstance(
            slot.outcome, REAL
        )
        self._require_no_more_than_expected(board, "outcome")

    def _require_line(self, entry: ContestEntry) -> None:
        """Check that an entry has a line (North-South or East-West) with two winners, and none with one winner."""
        has_lines = self.rules.winners == 2
        if entry.line is None and has_lines:
            raise InvalidContest(
                said(
                    "Entry {number} needs NS or EW with two winners.",
                    number=entry.number,
                ),
                field="line",
            )
        if entry.line is not None and not has_lines:
            raise InvalidContest(
                said(
                    "Entry {number} needs no NS or EW with one winner.",
                    number=entry.number,
                ),
                field="line",
            )

    def _require_once(self, board: int, entry: int, side: Side) -> None:
        """Check that an entry plays a board for the first time; a team may play it once on each side."""
        form = "Entry {number} has played board {board} already."
        direction: Side | None = None
        if self.rules.against_the_other_room:
            form = "Entry {number} has played board {board} as {side} already."
            direction = side
        played = board, entry, direction
        if played in self._played:
            raise InvalidContest(
                said(form, number=entry, board=board, side=side.word),
                field=side.lower(),
            )
        self._played.add(played)

    def _require_players(self, seats: tuple[tuple[int, Side], ...]) -> None:
        """Check the players of an individual: four different ones, under rules that allow an individual."""
        players = {entry for entry, _ in seats}
        if len(players) < 4:
            raise InvalidContest(
                "Four players of an individual sit at a table.", field="ns"
            )
        if (
            self.rules.has_matches
            or self.rules.winners == 2
            or self.rules.ties == "head-to-head"
        ):
            message = "An individual has one list, no matches, and ties that are not broken by who met whom."
            raise InvalidContest(message, field="ns")

    def add_penalty(self, penalty: Penalty) -> None:
        """Check a penalty: its entry, its unit, its amount, its law and its reason."""
        if penalty.entry not in self.entries:
            raise InvalidContest(
                said("There is no entry {number}.", number=penalty.entry), field="entry"
            )
        self._require_unit(penalty.unit)
        if penalty.amount <= 0 or 10_000 % penalty.amount.denominator:
            raise InvalidContest(
                "A penalty is more than nought, with four decimals at most.",
                field="amount",
            )
        if not _WORD.fullmatch(penalty.law):
            raise InvalidContest(
                "The law of a penalty is one word, such as 90B.", field="law"
            )
        if _CONTROL.search(penalty.reason):
            raise InvalidContest("The reason of a penalty is one line.", field="reason")

    def _require_unit(self, unit: str) -> None:
        """Check that the scoring of the contest has penalties in this unit."""
        scoring = self.rules.scoring
        if scoring == "aggregate":
            raise InvalidContest(
                said("With {scoring} there are no penalties.", scoring=scoring),
                field="amount",
            )

        units: tuple[str, ...]
        if self.rules.ranks_by_percentages:
            units = "%", "mp"
        elif self.rules.has_victory_points:
            units = ("vp",)
        else:
            units = ("imp",)
        if unit not in units:
            form = "With {scoring} there are penalties in {units}."
            raise InvalidContest(
                said(form, scoring=scoring, units=_in_words(units)), field="amount"
            )

    def add_bye(self, entry: int) -> None:
        """Check a round in which an entry had no opponent: the entry exists, and the contest counts victory points."""
        if entry not in self.entries:
            raise InvalidContest(
                said("There is no entry {number}.", number=entry), field="entry"
            )
        if not self.rules.has_victory_points:
            raise InvalidContest(
                "A bye is worth victory points: write the rule matches=vp.",
                field="entry",
            )

    def add_expected(self, board: int, expected: int) -> None:
        """Check the number of results that a board should have.

        The number may be given only once, and the board must not have more results already.
        """
        self._require_board(board)
        if type(expected) is not int or not 1 <= expected <= MOST_ENTRIES:
            raise InvalidContest(
                said("From 1 to {most} results can be expected.", most=MOST_ENTRIES),
                field="expected",
            )
        if board in self.wanted:
            message = said(
                "The results expected of board {board} have been given already.",
                board=board,
            )
            raise InvalidContest(message, field="board")
        self.wanted[board] = expected
        self._require_no_more_than_expected(board, "expected")

    def _require_no_more_than_expected(self, board: int, field: str) -> None:
        """Check that a board has no more results than are expected of it.

        ``field`` is the fact that a refusal names as wrong: "outcome" or "expected".
        """
        results = self.results.get(board, 0)
        if results > self.wanted.get(board, results):
            form = "Board {board} has {results} results, more than the {expected} expected."
            message = said(
                form, board=board, results=results, expected=self.wanted[board]
            )
            raise InvalidContest(message, field=field)

    def _require_handicap(self, handicap: Fraction) -> None:
        if not self.rules.ranks_by_percentages:
            scoring: str = self.rules.scoring
            if self.rules.has_victory_points:
                scoring = UNITS["vp"]
            form = (
                "A handicap is in percentage points, and with {scoring} there are none."
            )
            raise InvalidContest(said(form, scoring=scoring), field="handicap")
        if abs(handicap) > 100 or 100 % handicap.denominator:
            raise InvalidContest(
                "A handicap is from -100 to 100, with two decimals at most.",
                field="handicap",
            )

    def _require_board(self, board: int) -> None:
        if type(board) is not int or not 1 <= board <= LAST_BOARD:
            raise InvalidContest(
                said("A board has a number from 1 to {last}.", last=LAST_BOARD),
                field="board",
            )
        if self.boards and not any(board in boards for boards in self.boards):
            raise InvalidContest(
                said("Board {board} is not one of this session.", board=board),
                field="board",
            )


def _in_words(units: Sequence[str]) -> Said:
    """The words for one unit, or for two units joined by "or"."""
    one, *more = [UNITS[unit] for unit in units]
    if not more:
        return one
    return said("{one} or {other}", one=one, other=more[0])


def _is_letter(text: str, first: str, last: str) -> bool:
    return len(text) == 1 and first <= text <= last


def _seats(slot: Slot) -> tuple[tuple[int, Side], ...]:
    """The entries at the table, each with its side: two entries, or four in an individual."""
    both = (slot.ns, Side.NS), (slot.ew, Side.EW)
    if slot.south is None and slot.west is None:
        return both
    return *both, (slot.south or 0, Side.NS), (slot.west or 0, Side.EW)
