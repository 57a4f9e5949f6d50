"""Lateness by table: the times of results against the clock of the round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet

from clubscore.database.prepared.queries import Prepared
from clubscore.duplicate.models import Play, RoundStart
from clubscore.duplicate.session.lineup import names_of, table_name
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot

GRACE = timedelta(minutes=2)
"""The time after the end of a round by the clock, before a table is late."""
SLOW = 5
"""An entry is named as slow from this many minutes over on, in the whole session."""
FEWEST_ROUNDS = 2
MOST_NAMED = 3
At = tuple[str, int, int]
"""A table in a round: the section's letter, the round and the table's number."""


class Last(NamedTuple):
    """The last time at which a board of a table got its first result in a round, and the number of boards with one."""

    at: datetime
    boards: int


class _Clock(NamedTuple):
    """The times of a round: its start, its end by the plan, and the time when it was over for everybody."""

    start: RoundStart
    ends_at: datetime
    until: datetime


class Pace(NamedTuple):
    """The times of one table in one round."""

    slot: Slot
    """The table's first board without a result; if all have results, its last board."""
    table: str
    minutes: int
    """Whole minutes behind the plan; less than 0 for a table that is ahead of the plan."""
    is_done: bool
    is_late: bool
    """True if the table is at least one board behind, or is not done when the round is over by the clock."""


@dataclass(frozen=True, slots=True)
class Slow:
    """An entry whose tables ended late round after round."""

    number: str
    names: str
    minutes: int
    rounds: int


def last_times(session_id: int) -> Mapping[At, Last]:
    """For each table and round, the time at which its last board was first recorded. Later versions do not count."""
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
    """The pace of each table where two pairs meet, in every round that has begun."""
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
    """At most three entries whose tables ended late, the slowest first. Rounds that are not over do not count."""
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
    """The pace of a table in the current round: the minutes by which its boards are behind the clock."""
    a_board = timedelta(minutes=clock.start.minutes) / boards
    behind = now - (clock.start.at + (boards - to_play + 1) * a_board)
    is_late = behind >= a_board or now >= clock.ends_at + GRACE
    return Pace(slot, table, _minutes(behind), is_done=False, is_late=is_late)


def _done(
    slot: Slot,
    table: str,
    clock: _Clock,
    is_missing: bool,
    boards: int,
    last: Last | None,
) -> Pace:
    """The pace of a table whose round is over: the minutes that it took longer than the clock."""
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
    """The time at which a round was over for everybody."""
    following = state.starts.get(round + 1)
    if following:
        return following.at
    return state.session.ended_at or now


def _minutes(over: timedelta) -> int:
    """The whole minutes of a duration; a part of a minute is cut off."""
    return int(over / timedelta(minutes=1))


def _slow(state: SessionState, letter: str, number: int, minutes: list[int]) -> Slow:
    """The entry with the sum of the minutes by which its tables ended late."""
    section = state.section(letter)
    assert section
    players = section.players_in(number, max(state.round, 1))
    return Slow(
        table_name(state, section, number),
        names_of(players),
        sum(minutes),
        len(minutes),
    )
