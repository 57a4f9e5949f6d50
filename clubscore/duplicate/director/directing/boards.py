"""The grid of the director's page: the tables of a round, and the state of each board at each table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.duplicate.director.directing.dots import Dots, dots_before
from clubscore.duplicate.director.directing.lateness import Pace
from clubscore.duplicate.director.directing.standings import counted, standing_at
from clubscore.duplicate.outcomes.outcome_words import in_short, outcome_in_short
from clubscore.duplicate.outcomes.results import STANDINGS, Results
from clubscore.duplicate.outcomes.sight import (
    SessionMoment,
    Viewer,
    is_concerned,
    may_see,
    moment_of,
    viewer_of,
)
from clubscore.duplicate.session.lineup import TableLine, table_line, table_name
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.slots import slot_in
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring import Deal
from scoring.duplicate.outcomes import Outcome
from scoring.movements.plan import MovementRow


@dataclass(frozen=True)
class Eyes:
    """The rights of one director to see results now. A director who plays sees only results that their pair may see."""

    member: Member
    viewer: Viewer
    boards: range
    moment: SessionMoment
    plays_in_a_team: bool = False
    """True in a session of teams, where an entry plays at two tables and the viewer sits at only one of them."""

    @classmethod
    def of(cls, state: SessionState, results: Results, member: Member) -> "Eyes":
        """The rights of a member who directs to see results now.

        A director who plays neither now nor in a later round may see all results at any time.
        """
        viewer = viewer_of(state, member, directs=may_direct(state.session, member))
        boards = range(1, state.boards + 1)
        moment = SessionMoment({}, {}, state.round, state.session.is_over)
        if viewer.plays_from(state.round):
            moment = moment_of(state, results)
        return cls(member, viewer, boards, moment, state.session.noun == "team")

    def see(self, slot: Slot) -> bool:
        """True if the director may see the result of the slot."""
        return slot.board in self._boards or self._sits_at(slot)

    def see_board(self, board: int) -> bool:
        """True if the director may see the results of a board at all tables."""
        return board in self._boards

    @cached_property
    def _boards(self) -> set[int]:
        return {
            board for board in self.boards if may_see(self.viewer, board, self.moment)
        }

    def may_rule(self, state: SessionState, slot: Slot) -> bool:
        """True if the director does not play at the slot, neither as one of the four nor for one of its teams.

        True for a slot that the plan does not have any more: the page of the ruling says what can be done there.
        """
        try:
            at = slot_in(state, slot)
        except Refused:
            return True
        return not is_concerned(at, self.member)

    def _sits_at(self, slot: Slot) -> bool:
        """True if the director sits at the table of the slot. Always False in a session of teams."""
        return not self.plays_in_a_team and self.viewer.sits_in(
            slot, self.moment.plan.get(slot, ())
        )


class Cell(NamedTuple):
    """One board at one table in a round: its standing, such as `agreed`, and its result if the viewer may see it."""

    slot: Slot
    standing: str
    ruled: Outcome | None
    """The ruling in force; None also if the viewer may not see it."""
    facts: Deal | None
    """The recorded result if there is no ruling; None also if the viewer may not see it."""
    score: int | None
    session: int | None
    """The id of the session, for a link to the page of the board; None if the viewer may not look at the result."""
    is_called: bool
    """True if a player calls the director about the board."""

    @property
    def words(self) -> str:
        return str(STANDINGS[self.standing])

    @property
    def short(self) -> str:
        """The result in short, such as `4♠ N =`; empty if the cell has none or the viewer may not see it."""
        if self.ruled:
            return outcome_in_short(self.ruled)
        return in_short(self.facts) if self.facts else ""

    @property
    def anchor(self) -> str:
        """The HTML id of the cell on the page."""
        return "slot-" + "-".join(map(str, self.slot))


class GridLine(NamedTuple):
    """A table of a round with its boards, for one line of the page.

    The fields are plain values, so that the HTML of a line can be stored and used again for an equal line.
    """

    table: TableLine
    dots: tuple[Dots, ...]
    """The boards of the table in each earlier round."""
    cells: tuple[Cell, ...]
    pace: str | None
    """The lateness of the table in words, such as `on time` or `3 min over`.

    Empty for a table that still plays and is not late. None before the round has begun, and if nobody plays at the
    table.
    """
    is_late: bool
    boards: int
    """The number of boards of a round at each table of the session."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A board without a result at a table, in a round that is over."""

    slot: Slot
    table: str
    may_look: bool


def grid_of(
    state: SessionState,
    round: int,
    results: Results,
    eyes: Eyes,
    paces: Iterable[Pace],
    called: Set[Slot],
) -> list[tuple[str, list[GridLine]]]:
    """The letter of each section, with the lines of the section's tables in a round.

    A line has a cell for each board once the round has begun. `called` has the boards about which a player calls the
    director.
    """
    has_begun = round <= state.round
    pace_at: dict[tuple[str, int], Pace] = {}
    for pace in paces:
        if pace.slot.round == round:
            pace_at[pace.slot.letter, pace.slot.table] = pace
    grid = []
    for section in state.sections:
        lines = []
        dots = dots_before(state, section, round, results, called)
        for row in section.movement.by_round.get(round, ()):
            cells: tuple[Cell, ...] = ()
            if has_begun and row.is_played and section.are_there(row.seated, round):
                cells = tuple(_cells(state, section, row, results, eyes, called))
            row_pace = pace_at.get((section.letter, row.table))
            words = _in_words(row_pace) if row_pace else None
            line = GridLine(
                table=table_line(state, section, row),
                dots=dots[row.table],
                cells=cells,
                pace=words,
                is_late=row_pace is not None and row_pace.is_late,
                boards=state.session.boards_a_round,
            )
            lines.append(line)
        grid.append((section.letter, lines))
    return grid


def _in_words(pace: Pace) -> str:
    """The lateness of a table: `3 min behind`, or `3 min over` or `on time` after the table has finished.

    Empty for a table that still plays and is not late.
    """
    minutes = {"minutes": figure(f"{pace.minutes:,}")}
    if pace.is_done:
        if pace.minutes > 0:
            return _("%(minutes)s min over") % minutes
        return _("on time")
    if pace.is_late:
        return _("%(minutes)s min behind") % minutes
    return ""


def _cells(
    state: SessionState,
    section: SectionState,
    row: MovementRow,
    results: Results,
    eyes: Eyes,
    called: Set[Slot],
) -> Iterator[Cell]:
    """Yield a cell for each board that is played at the table of the row."""
    for board in state.boards_in(row):
        slot = Slot(section.letter, row.round, row.table, board)
        standing = standing_at(slot, section, row, results)
        may_look = eyes.see(slot)
        session = state.session.pk if may_look else None
        outcome, facts, score = None, None, None
        if may_look and slot in results.rulings:
            outcome = results.rulings[slot].outcome
        elif may_look and slot in results:
            play = results[slot].play
            facts, score = play.facts, play.points
        yield Cell(slot, standing, outcome, facts, score, session, slot in called)


def counts_of(grid: list[tuple[str, list[GridLine]]]) -> list[tuple[str, str, int]]:
    """The number of boards in the grid with each standing, such as `agreed`.

    Each item has the standing, its words and the number. Standings without a board are left out.
    """
    counts: Counter[str] = Counter()
    for _letter, lines in grid:
        for line in lines:
            counts.update(cell.standing for cell in line.cells)
    return [
        (standing, counted(standing, counts[standing]), counts[standing])
        for standing in STANDINGS
        if counts[standing]
    ]


def missing_of(state: SessionState, slots: list[Slot], eyes: Eyes) -> list[Missing]:
    """The missing results at these slots, each with the name of its table and whether the viewer may look."""
    sections = {section.letter: section for section in state.sections}
    missing = []
    for slot in slots:
        table = table_name(state, sections[slot.letter], slot.table)
        missing.append(Missing(slot, table, eyes.see(slot)))
    return missing
