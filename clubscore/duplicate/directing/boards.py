"""The grid of the director's page: the tables of a round, each with what has become of its boards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from clubscore.duplicate.directing.lateness import Pace
from clubscore.duplicate.lineup import TableLine, table_line, table_name
from clubscore.duplicate.outcome_words import in_short, outcome_in_short
from clubscore.duplicate.results import EMPTY, RULED, STANDINGS, Results
from clubscore.duplicate.sight import Moment, Viewer, may_see, moment_of, viewer_of
from clubscore.duplicate.slots import Slot, SlotState, slots_of
from clubscore.duplicate.state import SectionState, SessionState
from clubscore.members.models import Member
from scoring.movements.plan import Row


@dataclass(frozen=True)
class Eyes:
    """The slots whose results whoever directs may see now: a director who plays sees what the pair sees."""

    viewer: Viewer
    boards: range
    moment: Moment
    plays_in_a_team: bool = False
    """Whether the other half of the viewer's entry has tables of its own, whose results they do not know."""

    @classmethod
    def of(cls, state: SessionState, results: Results, member: Member) -> "Eyes":
        """The eyes of one who directs. Who does not play sees all at every moment: it is not worked out."""
        viewer, boards = viewer_of(state, member), range(1, state.boards + 1)
        moment = Moment({}, {}, state.round, state.session.is_over)
        if viewer.plays_from(state.round):
            moment = moment_of(state, results)
        return cls(viewer, boards, moment, state.session.noun == "team")

    def see(self, slot: Slot) -> bool:
        return slot.board in self._boards or self._sits_at(slot)

    def see_board(self, board: int) -> bool:
        """Whether they may see what the other tables did on a board."""
        return board in self._boards

    @cached_property
    def _boards(self) -> set[int]:
        return {board for board in self.boards if may_see(self.viewer, board, self.moment)}

    def _sits_at(self, slot: Slot) -> bool:
        """Whether this is a table of their own, whose results they know."""
        return not self.plays_in_a_team and self.viewer.sits_in(slot, self.moment.plan.get(slot, ()))


@dataclass(frozen=True, slots=True)
class Cell:
    """One board at a table: how it stands, and what it is as far as the viewer may see."""

    slot: Slot
    standing: str
    words: str
    short: str
    score: int | None
    address: str
    """Of its page; empty where the viewer may not look at it."""

    @property
    def anchor(self) -> str:
        """Its id on the page."""
        return "slot-" + "-".join(map(str, self.slot))


@dataclass(frozen=True, slots=True)
class GridLine:
    """A table of a round with its boards."""

    table: TableLine
    cells: tuple[Cell, ...]
    pace: Pace | None
    """None before the round has begun, and where nobody plays."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that is missing in a round that is over."""

    slot: Slot
    table: str
    may_look: bool


def grid_of(
    state: SessionState, round: int, results: Results, eyes: Eyes, paces: Iterable[Pace]
) -> list[tuple[str, list[GridLine]]]:
    """The tables of a round by the letter of their section; boards only of a round that has begun."""
    played = {slot for slot, _ in slots_of(state) if slot.round == round <= state.round}
    pace_at = {(pace.slot.letter, pace.slot.table): pace for pace in paces if pace.slot.round == round}
    found = []
    for section in state.sections:
        lines = []
        for row in section.movement.by_round.get(round, ()):
            slots = [Slot(section.letter, round, row.table, board) for board in state.boards_in(row)]
            cells = _cells(state, section, row, [slot for slot in slots if slot in played], results, eyes)
            pace = pace_at.get((section.letter, row.table))
            lines.append(GridLine(table_line(state, section, row), tuple(cells), pace))
        found.append((section.letter, lines))
    return found


def _cells(
    state: SessionState, section: SectionState, row: Row, slots: Iterable[Slot], results: Results, eyes: Eyes
) -> Iterator[Cell]:
    sides: list[set[int]] = []  # of the boards of a row alike
    for slot in slots:
        at = SlotState(state, section, row, slot)
        sides = sides or at.sides
        ruled, result = results.rulings.get(slot), results.get(slot)
        standing = result.standing(sides) if result else EMPTY
        standing = RULED if ruled else standing
        may_look = eyes.see(slot)
        short, score = "", None
        if ruled and may_look:
            short = outcome_in_short(ruled.outcome)
        elif result and may_look:
            short, score = in_short(result.play.facts), result.play.points
        yield Cell(slot, standing, str(STANDINGS[standing]), short, score, at.address if may_look else "")


def counts_of(grid: list[tuple[str, list[GridLine]]]) -> list[tuple[str, str, int]]:
    """The number of boards in each standing that the round has: its name, its words, how many."""
    counts = Counter(cell.standing for _, lines in grid for line in lines for cell in line.cells)
    return [(standing, str(words), counts[standing]) for standing, words in STANDINGS.items() if counts[standing]]


def missing_of(state: SessionState, slots: list[Slot], eyes: Eyes) -> list[Missing]:
    """The missing results with the names of their tables."""
    sections = {section.letter: section for section in state.sections}
    return [Missing(slot, table_name(state, sections[slot.letter], slot.table), eyes.see(slot)) for slot in slots]
