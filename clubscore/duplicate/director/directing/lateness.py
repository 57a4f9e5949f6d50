"""Lateness by table: the times of results against the clock of the round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet

from clubscore.database.prepared.queries import Prepared
from clubscore.duplicate.models import Play
from clubscore.duplicate.session.clock import RoundClock
from clubscore.duplicate.session.lineup import names_of, table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot

GRACE = timedelta(minutes=2)
"""The time after the planned end of a round at which a table that still plays counts as late."""
SLOW = 5
"""An entry counts as slow only if the minutes by which its tables ended late add up to at least this number."""
FEWEST_ROUNDS = 2
MOST_NAMED = 3
At = tuple[str, int, int]
"""A table in a round: the letter of its section, the round and the number of the table."""


class Last(NamedTuple):
    """The time when a table recorded its last new board of a round, and the number of boards that it has recorded."""

    at: datetime
    boards: int


class _Clock(NamedTuple):
    """The clock of a round, its planned end, and the time when the round was over for everybody."""

    clock: RoundClock
    ends_at: datetime
    until: datetime


class Pace(NamedTuple):
    """The pace of one table in one round: its minutes behind or ahead of the clock."""

    slot: Slot
    """The slot of the first board without a result; of the last board if none is missing."""
    table: str
    minutes: int
    """The whole minutes by which the table is later than planned; negative if the table is ahead of the plan."""
    is_done: bool
    is_late: bool
    """True if the table still plays, and is at least one board behind or still plays GRACE after the round's planned
    end."""


@dataclass(frozen=True, slots=True)
class Slow:
    """An entry whose tables ended late in several rounds.

    `rounds` is the number of these rounds, and `minutes` the sum of the minutes by which they ended late.
    """

    number: str
    names: str
    minutes: int
    rounds: int


def last_times(session_id: int) -> Mapping[At, Last]:
    """Map each table in a round to the time when it recorded its last new board, and to its number of recorded boards.

    A table without a result is left out. Only the first version of each result counts.
    """
    return {
        (letter, round, table): Last(at, boards)
        for letter, round, table, at, boards in _LAST.of_one(session_id)
    }


def _last(session_ids: list[int]) -> QuerySet[Play, tuple[Any, ...]]:
    plays = Play.objects.filter(session__in=session_ids, version=1)
    tables = plays.values("section__letter", "round", "table")
    times = tables.annotate(at=Max("recorded_at"), boards=Count("pk")).order_by()
    return times.values_list("section__letter", "round", "table", "at", "boards")


_LAST: Prepared[tuple[Any, ...]] = Prepared(_last)


def paces_of(
    state: SessionState, settled: Set[Slot], times: Mapping[At, Last], now: datetime
) -> list[Pace]:
    """The pace of each table at which two sides meet, in every round that has begun.

    `settled` has the slots with a result or a ruling. `times` has the time of the last new board of each table in each
    round, and the number of boards that the table has recorded.
    """
    # The clock is made once for a round, not for each of its tables.
    clocks: dict[int, _Clock] = {}
    for round, start in state.starts.items():
        clocks[round] = _Clock(start, start.ends_at, _until(state, round, now))
    paces = []
    for section, row in state.rows:
        clock = clocks.get(row.round)
        if clock is None:
            continue
        at = section.letter, row.round, row.table
        boards = state.boards_in(row)
        to_play = [board for board in boards if (*at, board) not in settled]
        board = to_play[0] if to_play else boards[-1]
        slot = Slot(*at, board)
        table = table_name(state, section, row.table)
        size = len(boards)
        if to_play and row.round == state.round and state.session.is_in_play:
            pace = _still_playing(slot, table, clock, len(to_play), size, now)
        else:
            pace = _done(slot, table, clock, bool(to_play), size, times.get(at))
        paces.append(pace)
    return paces


def slow_entries(state: SessionState, paces: Iterable[Pace]) -> list[Slow]:
    """The slowest entries, at most three, the slowest first: their tables ended late in several rounds.

    Tables that still play do not count.
    """
    over: dict[tuple[str, int], list[int]] = defaultdict(list)
    late: dict[At, int] = {}
    for pace in paces:
        if pace.is_done and pace.minutes > 0:
            late[pace.slot[:3]] = pace.minutes
    for section, row in state.rows if late else ():
        if minutes := late.get((section.letter, row.round, row.table)):
            for number in row.seated:
                over[section.letter, number].append(minutes)
    named = []
    for (letter, number), lost in over.items():
        if sum(lost) >= SLOW and len(lost) >= FEWEST_ROUNDS:
            named.append(_slow(state, letter, number, lost))
    named.sort(key=lambda entry: (-entry.minutes, entry.number))
    return named[:MOST_NAMED]


def _still_playing(
    slot: Slot, table: str, clock: _Clock, to_play: int, boards: int, now: datetime
) -> Pace:
    """The pace of a table that still plays in the current round: the minutes by which its boards are late.

    `to_play` is the number of boards without a result, and `boards` the number of all boards of the round.
    """
    whole = timedelta(minutes=clock.clock.minutes)
    a_board = whole / boards
    played = clock.clock.played(now)
    behind = played - (boards - to_play + 1) * a_board
    is_late = behind >= a_board or played >= whole + GRACE
    return Pace(slot, table, _minutes(behind), is_done=False, is_late=is_late)


def _done(
    slot: Slot,
    table: str,
    clock: _Clock,
    is_missing: bool,
    boards: int,
    last: Last | None,
) -> Pace:
    """The pace of a table that has finished or whose round is over: the minutes that it took longer than planned.

    `is_missing` is True if a board has no result; then the table ended when the round was over for everybody. `last`
    has the time when the table recorded its last new board; None if no board has a result.
    """
    ended_at = last.at if last else clock.ends_at
    if last and last.boards < boards:
        # A board with only a ruling says nothing of its time.
        ended_at = max(ended_at, clock.ends_at)
    ended_at = min(ended_at, clock.until)
    if is_missing:
        ended_at = clock.until
    over = _minutes(ended_at - clock.ends_at)
    return Pace(slot, table, over, is_done=True, is_late=False)


def _until(state: SessionState, round: int, now: datetime) -> datetime:
    """The time when a round was over for everybody: the start of the next round or the end of play, otherwise `now`."""
    following = state.starts.get(round + 1)
    if following:
        return following.at
    return state.session.ended_at or now


def _minutes(over: timedelta) -> int:
    """The whole minutes of a duration, rounded towards zero."""
    return int(over / timedelta(minutes=1))


def _slow(state: SessionState, letter: str, number: int, minutes: list[int]) -> Slow:
    """A Slow for an entry that ended rounds late; `minutes` has the minutes of each late round."""
    section = state.section(letter)
    assert section
    players = section.players_in(number, max(state.round, 1))
    return Slow(
        table_name(state, section, number),
        names_of(players),
        sum(minutes),
        len(minutes),
    )
