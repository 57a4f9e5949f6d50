"""From the rows of a session to a contest of `scoring`, and its result. Nothing of it is stored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Final

from clubscore.duplicate.models import NOBODY, Entry, Ruling, Session
from clubscore.duplicate.outcomes.results import Recorded, Results
from clubscore.duplicate.outcomes.withdrawn import Owed, cancelled, owed
from clubscore.duplicate.session.lineup import place_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring import Side
from scoring.contest import Contest, ContestEntry, Result, ScoredSlot, fold
from scoring.contest import Penalty as ContestPenalty
from scoring.contest import Slot as ContestSlot
from scoring.duplicate.outcomes import Outcome

CONTEST: Final = "session"
"""The name of every contest: what a session is called is free, and a contest’s name is not."""
Numbered = tuple[str, int]
"""Section and number of an entry."""


@dataclass(frozen=True)
class Scores:
    """The fold of a session. The entries of a contest are counted through the sections, from 1."""

    entries: tuple[Numbered, ...]
    contest: Contest
    result: Result
    slots: Mapping[Slot, ScoredSlot]
    """Without what is cancelled because an entry went home."""
    owed: Mapping[Slot, Owed]
    """Boards that were not played because an entry went home; they are among the slots."""
    byes: tuple[int, ...] = ()
    """The entries that had a round without an opponent, once for each."""

    def entry(self, number: int) -> Numbered:
        """Section and number of an entry of the contest."""
        return self.entries[number - 1]


def scores_of(state: SessionState, results: Results, *, so_far: bool = False) -> Scores:
    """The awards and lists of a session in which these results count, and over them their rulings.

    `so_far` compares a board as if no other table were to play it: so a lone result is worth nothing yet.

    Raises scoring.InvalidContest for rulings that the scoring of the session does not know.
    """
    named = tuple((section.letter, number) for section in state.sections for number in sorted(section.entries))
    entries = (*named, *_nobody(results))
    numbers = {entry: index for index, entry in enumerate(entries, start=1)}
    gone, is_individual = cancelled(state), state.session.form == Session.Form.INDIVIDUAL
    played: dict[Slot, ContestSlot] = {}
    for slot in sorted(_in_plan(state, results), key=lambda each: (each.board, each)):
        four, outcome = _counting(results, slot)
        seats = [_numbered(slot, number) for number in (four.north, four.south, four.east, four.west)]
        if not gone or gone.isdisjoint(seats):
            group = results.groups.get(slot, "")
            north, south, east, west = (numbers[each] for each in seats)
            partners = (south, west) if is_individual else ()
            played[slot] = ContestSlot(slot.board, north, east, outcome, group, *partners)
    missed = _owed(state, results)
    byes = tuple(numbers[letter, number] for _, letter, number in state.byes)
    for slot, each in missed.items():
        ns, ew = numbers[slot.letter, each.ns], numbers[slot.letter, each.ew]
        played[slot] = ContestSlot(slot.board, ns, ew, each.score)
    met = {slot for slot in played if not _is_of_one_side(results, slot)}
    contest = Contest(
        CONTEST,
        state.session.contest_rules,
        tuple(_contest_entry(state, letter, numbers[letter, number], number) for letter, number in entries),
        tuple(played.values()),
        expected=_counts(met) if so_far else _expected(state, played.keys(), met, gone),
        penalties=tuple(
            ContestPenalty(numbers[each.entry.section.letter, each.entry.number], each.amount, each.unit, each.law)
            for each in results.penalties
        ),
        byes=byes,
    )
    result = fold(contest)
    scored = {(each.slot.board, each.slot.ns): each for each in result.slots}
    return Scores(
        entries, contest, result, {slot: scored[each.board, each.ns] for slot, each in played.items()}, missed, byes
    )


def _in_plan(state: SessionState, results: Results) -> Set[Slot]:
    """The slots that have something; of a Swiss those that were drawn, for who left its match has a bye instead."""
    if not state.session.is_swiss:
        return results.settled
    drawn = {(section.letter, row.round, row.table) for section in state.sections for row in section.movement.rows}
    return {slot for slot in results.settled if slot[:3] in drawn}


def _owed(state: SessionState, results: Results) -> Mapping[Slot, Owed]:
    """The boards owed by who went home that neither side has played; none at total points, which know no average."""
    due = owed(state) if state.session.contest_rules.has_artificial_scores else {}
    if not due:
        return {}
    sat = ((slot, _counting(results, slot)[0]) for slot in results.settled)
    played = {(slot.letter, slot.board, number) for slot, four in sat for number in (four.north, four.east)}
    return {
        slot: each
        for slot, each in due.items()
        if played.isdisjoint({(slot.letter, slot.board, each.ns), (slot.letter, slot.board, each.ew)})
    }


def _nobody(results: Results) -> list[Numbered]:
    """An entry for each side of a ruling that was made for the other alone."""
    return sorted(_numbered(slot, NOBODY) for slot in results.rulings if _is_of_one_side(results, slot))


def _is_of_one_side(results: Results, slot: Slot) -> bool:
    """Whether a ruling counts for one side alone, as the other has the board elsewhere."""
    found = results.rulings.get(slot)
    return found is not None and NOBODY in (found.ruling.north, found.ruling.east)


def _numbered(slot: Slot, number: int) -> Numbered:
    """Section and number of an entry; nobody is another one in each slot, for it would play a board twice."""
    return (slot.letter, number) if number != NOBODY else (f"{slot}", NOBODY)


def _counting(results: Results, slot: Slot) -> tuple[Ruling | Recorded, Outcome]:
    """The row with the four numbers of a slot, and what counts there: the ruling, else the result."""
    if found := results.rulings.get(slot):
        return found.ruling, found.outcome
    play = results[slot].play
    return play, play.outcome


def _counts(slots: Iterable[Slot]) -> tuple[tuple[int, int], ...]:
    """The number of these slots of each board."""
    return tuple(sorted(Counter(slot.board for slot in slots).items()))


def _expected(
    state: SessionState, played: Set[Slot], met: Set[Slot], gone: Set[Numbered]
) -> tuple[tuple[int, int], ...]:
    """The number of results that each board should have: the same for all boards that are compared with each other.

    It is the most that the plan in force, or what was played, gives any of them. A half table, a withdrawal or a repair
    shortens a board and does not lower its top. Entries whose scores are cancelled do not count, nor do rulings for one
    side alone, which are not in `met`.

    A session that was published under the earlier rule keeps it: each board has what the plan, or play, gives it.
    """
    planned = {
        Slot(section.letter, row.round, row.table, board)
        for section, row in state.rows
        if gone.isdisjoint((section.letter, number) for number in row.seated)
        for board in state.boards_in(row)
    }
    counts, boards = _counts(planned | met), {slot.board for slot in played}
    if not state.session.has_one_top:
        return tuple((board, count) for board, count in counts if board in boards)
    most = max((count for _, count in counts), default=1)
    return tuple((board, most) for board in sorted(boards))


def _contest_entry(state: SessionState, letter: str, index: int, number: int) -> ContestEntry:
    section, has_lines = state.section(letter), state.session.contest_rules.winners == 2
    if section is None:  # nobody
        return ContestEntry(index, line=Side.NS if has_lines else None, is_ranked=False)
    is_ranked = section.entries[number].standing == Entry.Standing.RANKED
    return ContestEntry(index, line=_line(section, number) if has_lines else None, is_ranked=is_ranked)


def _line(section: SectionState, number: int) -> Side:
    """The line in which an entry is ranked: where it sits in its first round."""
    places = (place_of(section, number, round) for round in section.movement.by_round)
    _, line = next((place for place in places if place), (0, "NS"))
    return Side(line)
