"""Compute the scores of a session: its rows become a contest of `scoring`, and its scores are not stored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Final

from clubscore.duplicate.models import NOBODY, Entry, Grading, Ruling, Session
from clubscore.duplicate.outcomes.results import RecordedPlay, Results
from clubscore.duplicate.outcomes.withdrawn import Owed, cancelled, owed
from clubscore.duplicate.session.lineup import place_of
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from scoring import Side
from scoring.contest import Contest, ContestEntry, Result, ScoredSlot, fold
from scoring.contest import Penalty as ContestPenalty
from scoring.contest import Slot as ContestSlot
from scoring.contest.masterpoints import MasterpointScale
from scoring.duplicate.outcomes import Outcome

CONTEST: Final = "session"
"""The name of every contest that this module makes.

The name of the session is not used, because a contest may not have just any name.
"""
Numbered = tuple[str, int]
"""The section letter and the number of an entry."""


@dataclass(frozen=True)
class Scores:
    """The computed scores of a session.

    In the contest the entries of all sections have one sequence of numbers, from 1.
    """

    entries: tuple[Numbered, ...]
    contest: Contest
    result: Result
    slots: Mapping[Slot, ScoredSlot]
    """The scored slots. Slots of an entry that went home and whose scores are cancelled are left out."""
    owed: Mapping[Slot, Owed]
    """Boards that were not played because an entry went home; `slots` contains them too."""
    byes: tuple[int, ...] = ()
    """The numbers in the contest of the entries that had a round without an opponent, once for each such round."""

    scale: MasterpointScale | None = None
    """The scale of masterpoints; None if the session gives none."""

    def entry(self, number: int) -> Numbered:
        """Section and number of the entry with this number in the contest."""
        return self.entries[number - 1]


def scores_of(state: SessionState, results: Results, *, so_far: bool = False) -> Scores:
    """The scores and ranking lists of a session, computed from these results and the rulings over them.

    With `so_far`, a result is compared only with the other results that its board has now. A board with one result then
    scores nothing.

    Raises scoring.InvalidContest for rulings that the scoring of the session does not know.
    """
    entries = (*_entries_of(state), *_nobody(results))
    numbers = {entry: number for number, entry in enumerate(entries, start=1)}
    gone = cancelled(state)
    due: Mapping[Slot, Owed] = {}
    if state.session.contest_rules.has_artificial_scores:  # total points have none
        due = owed(state)
    missed = _missed(due, results)
    slots = _played_slots(state, results, numbers, gone) | _owed_slots(missed, numbers)
    met = {slot for slot in slots if not _is_of_one_side(results, slot)}
    expected = _counts(met) if so_far else _expected(state, slots.keys(), met, gone)
    byes = tuple(numbers[letter, number] for _, letter, number in state.byes)
    contest = Contest(
        CONTEST,
        state.session.contest_rules,
        _contest_entries(state, results, entries),
        tuple(slots.values()),
        expected=expected,
        penalties=_penalties(results, numbers),
        byes=byes,
    )
    result = fold(contest)
    scored = _scored_slots(slots, result)
    return Scores(entries, contest, result, scored, missed, byes, results.scale)


def _entries_of(state: SessionState) -> list[Numbered]:
    """The entries of all sections, in the order of their numbers."""
    entries = []
    for section in state.sections:
        for number in sorted(section.entries):
            entries.append((section.letter, number))
    return entries


def _played_slots(
    state: SessionState,
    results: Results,
    numbers: Mapping[Numbered, int],
    gone: Set[Numbered],
) -> dict[Slot, ContestSlot]:
    """The slots that have a result or a ruling, as slots of the contest.

    `numbers` has the number of each entry in the contest. Slots of entries in `gone`, whose scores are cancelled, are
    left out.
    """
    is_individual = state.session.form == Session.Form.INDIVIDUAL
    groups = results.groups
    slots: dict[Slot, ContestSlot] = {}
    for slot in sorted(_in_plan(state, results), key=lambda slot: (slot.board, slot)):
        four, outcome = _counting(results, slot)
        in_seats = (four.north, four.south, four.east, four.west)
        seats = [_numbered(slot, number) for number in in_seats]
        if not gone.isdisjoint(seats):
            continue
        north, south, east, west = (numbers[entry] for entry in seats)
        partners = (south, west) if is_individual else ()
        group = groups.get(slot, "")
        slots[slot] = ContestSlot(slot.board, north, east, outcome, group, *partners)
    return slots


def _owed_slots(
    missed: Mapping[Slot, Owed], numbers: Mapping[Numbered, int]
) -> dict[Slot, ContestSlot]:
    """The boards that were not played because an entry went home, as slots of the contest with artificial scores.

    `numbers` has the number of each entry in the contest.
    """
    slots = {}
    for slot, board in missed.items():
        ns = numbers[slot.letter, board.ns]
        ew = numbers[slot.letter, board.ew]
        slots[slot] = ContestSlot(slot.board, ns, ew, board.score)
    return slots


def _penalties(
    results: Results, numbers: Mapping[Numbered, int]
) -> tuple[ContestPenalty, ...]:
    """The penalties in force, with entries numbered as in the contest."""
    penalties = []
    for penalty in results.penalties:
        entry = penalty.entry
        number = numbers[entry.section.letter, entry.number]
        penalties.append(
            ContestPenalty(number, penalty.amount, penalty.unit, penalty.law)
        )
    return tuple(penalties)


def _scored_slots(
    slots: Mapping[Slot, ContestSlot], result: Result
) -> dict[Slot, ScoredSlot]:
    """The score of each slot, found in the result of the contest by its board and its North-South entry."""
    scored = {(row.slot.board, row.slot.ns): row for row in result.slots}
    return {slot: scored[row.board, row.ns] for slot, row in slots.items()}


def _in_plan(state: SessionState, results: Results) -> Set[Slot]:
    """The slots whose results count: all slots that have a result or a ruling.

    In a Swiss, a slot that is not drawn any more is left out: an entry that left its match has a bye instead.
    """
    if not state.session.is_swiss:
        return results.settled
    drawn = set()
    for section in state.sections:
        for row in section.movement.rows:
            drawn.add((section.letter, row.round, row.table))
    return {slot for slot in results.settled if slot[:3] in drawn}


def _missed(due: Mapping[Slot, Owed], results: Results) -> Mapping[Slot, Owed]:
    """The boards in `due` that neither side has played anywhere.

    A side has played a board if it has a result or a ruling on the board, at any table in any round.
    """
    if not due:
        return {}
    played = set()
    for slot in results.settled:
        four, _ = _counting(results, slot)
        played.add((slot.letter, slot.board, four.north))
        played.add((slot.letter, slot.board, four.east))
    missed = {}
    for slot, board in due.items():
        sides = {
            (slot.letter, slot.board, board.ns),
            (slot.letter, slot.board, board.ew),
        }
        if played.isdisjoint(sides):
            missed[slot] = board
    return missed


def _nobody(results: Results) -> list[Numbered]:
    """The stand-in entries of the contest, each as a Numbered.

    For each ruling that counts for one side only, a stand-in takes the place of the other side in the contest.
    """
    return sorted(
        _numbered(slot, NOBODY)
        for slot in results.rulings
        if _is_of_one_side(results, slot)
    )


def _is_of_one_side(results: Results, slot: Slot) -> bool:
    """True if a ruling counts for one side alone, because the other side plays the board elsewhere."""
    ruled = results.rulings.get(slot)
    return ruled is not None and NOBODY in (ruled.ruling.north, ruled.ruling.east)


def _numbered(slot: Slot, number: int) -> Numbered:
    """The number of an entry in a slot as a Numbered, with the letter of the slot's section.

    NOBODY gets the name of the slot in place of the letter: each slot needs its own stand-in, because an entry plays a
    board only once.
    """
    if number == NOBODY:
        return f"{slot}", NOBODY
    return slot.letter, number


def _counting(results: Results, slot: Slot) -> tuple[Ruling | RecordedPlay, Outcome]:
    """The row that counts in a slot, and its outcome: the ruling if there is one, else the recorded result."""
    ruled = results.rulings.get(slot)
    if ruled:
        return ruled.ruling, ruled.outcome
    play = results[slot].play
    return play, play.outcome


def _counts(slots: Iterable[Slot]) -> tuple[tuple[int, int], ...]:
    """A tuple (board, number of its slots) for each board that is played in `slots`, ordered by board."""
    return tuple(sorted(Counter(slot.board for slot in slots).items()))


def _expected(
    state: SessionState, played: Set[Slot], met: Set[Slot], gone: Set[Numbered]
) -> tuple[tuple[int, int], ...]:
    """A tuple (board, number of results) for each board of the slots `played`: it is scored against so many results.

    All boards get the same number: the highest number of slots that any board has in the plan in force and in `met`
    together. `met` has the slots of `played`, without those with a ruling that counts for one side only. So a half
    table, a withdrawal or a change of the plan does not lower the top of a board.

    Slots of the entries in `gone`, whose scores are cancelled, do not count: the plan is read without them, and the
    caller leaves them out of `met`.

    In a session without one common top, each board gets its own number of slots.
    """
    counts = _counts(_planned(state, gone) | met)
    boards = {slot.board for slot in played}
    if not state.session.has_one_top:
        return tuple((board, count) for board, count in counts if board in boards)
    most = max((count for _, count in counts), default=1)
    return tuple((board, most) for board in sorted(boards))


def _planned(state: SessionState, gone: Set[Numbered]) -> set[Slot]:
    """The slots of the plan in force, without the slots of entries whose scores are cancelled."""
    planned = set()
    for section, row in state.rows:
        if gone.isdisjoint((section.letter, number) for number in row.seated):
            for board in state.boards_in(row):
                planned.add(Slot(section.letter, row.round, row.table, board))
    return planned


def _contest_entries(
    state: SessionState, results: Results, entries: Iterable[Numbered]
) -> tuple[ContestEntry, ...]:
    """The entries of the contest, numbered from 1, with their handicaps and strata."""
    contest_entries = []
    for index, entry in enumerate(entries, start=1):
        contest_entry = _contest_entry(state, entry, index)
        grading = _grading(state, results, entry)
        if grading:
            contest_entry = contest_entry._replace(
                handicap=grading.points, stratum=grading.stratum
            )
        contest_entries.append(contest_entry)
    return tuple(contest_entries)


def _grading(state: SessionState, results: Results, entry: Numbered) -> Grading | None:
    """The handicap and the stratum of an entry; None if it has had none, or stands in for nobody."""
    letter, number = entry
    section = state.section(letter)
    if section is None or not results.gradings:
        return None
    return results.gradings.get(section.entries[number].pk)


def _contest_entry(state: SessionState, entry: Numbered, index: int) -> ContestEntry:
    """The entry of the contest, with the number `index`, for an entry of the session.

    A stand-in for a side to which a ruling does not apply is not ranked.
    """
    letter, number = entry
    section = state.section(letter)
    has_lines = state.session.contest_rules.winners == 2
    if section is None:  # nobody
        line = Side.NS if has_lines else None
        return ContestEntry(index, line=line, is_ranked=False)
    line = _line(section, number) if has_lines else None
    is_ranked = section.entries[number].standing == Entry.Standing.RANKED
    return ContestEntry(index, line=line, is_ranked=is_ranked)


def _line(section: SectionState, number: int) -> Side:
    """The line, North-South or East-West, in which an entry is ranked: the line where it sits in its first round.

    It is North-South for an entry that never sits.
    """
    for round in section.movement.by_round:
        place = place_of(section, number, round)
        if place:
            return Side(place[1])
    return Side.NS
