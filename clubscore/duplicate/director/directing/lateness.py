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
"""After the end of a round by the clock, before a table is late."""
SLOW = 5
"""The minutes over in the whole session from which on an entry is named as slow, and the fewest rounds for it."""
FEWEST_ROUNDS = 2
MOST_NAMED = 3
At = tuple[str, int, int]
"""Section, round and table."""


class Last(NamedTuple):
    """The last time at which a board of a table in a round had its first result, and how many boards have one."""

    at: datetime
    boards: int


class _Clock(NamedTuple):
    """The clock of a round: as it began, its end by the plan, and when it was over for everybody."""

    start: RoundStart
    ends_at: datetime
    until: datetime


class Pace(NamedTuple):
    """The times of one table in one round."""

    slot: Slot
    """The first board without a result, or the last."""
    table: str
    minutes: int
    """Over the plan, whole minutes; less than 0 for a table that is ahead of it."""
    is_done: bool
    is_late: bool
    """At least one board behind, or not done when the round is over by the clock."""


@dataclass(frozen=True, slots=True)
class Slow:
    """An entry whose tables ended late round after round."""

    number: str
    names: str
    minutes: int
    rounds: int


def last_times(session_id: int) -> Mapping[At, Last]:
    """The time at which the last board of each table was first recorded. Later versions do not count."""
    return {
        (letter, round, table): Last(at, boards)
        for letter, round, table, at, boards in _LAST.of_one(session_id)
    }


def _last(session_ids: list[int]) -> QuerySet[Play, tuple[Any, ...]]:
    tables = Play.objects.filter(session__in=session_ids, version=1).values(
        "section__letter", "round", "table"
    )
    found = tables.annotate(at=Max("recorded_at"), boards=Count("pk")).order_by()
    return found.values_list("section__letter", "round", "table", "at", "boards")


_LAST: Prepared[tuple[Any, ...]] = Prepared(_last)


def paces_of(
    state: SessionState, settled: Set[Slot], times: Mapping[At, Last], now: datetime
) -> list[Pace]:
    """The pace of each table where two pairs meet, in every round that has begun."""
    clocks = {
        # Once a round, not for each of its tables.
        round: _Clock(start, start.ends_at, _until(state, round, now))
        for round, start in state.starts.items()
    }
    found = []
    for section, row in state.rows:
        if clock := clocks.get(row.round):
            at = section.letter, row.round, row.table
            boards = state.boards_in(row)
            to_play = [board for board in boards if (*at, board) not in settled]
            board = to_play[0] if to_play else boards[-1]
            slot = Slot(*at, board)
            table = table_name(state, section, row.table)
            if to_play and row.round == state.round and state.session.is_in_play:
                found.append(
                    _still_playing(slot, table, clock, len(to_play), len(boards), now)
                )
            else:
                found.append(
                    _done(slot, table, clock, bool(to_play), len(boards), times.get(at))
                )
    return found


def slow_entries(state: SessionState, paces: Iterable[Pace]) -> list[Slow]:
    """The entries whose tables ended late, at most three, the slowest first. What is not over yet does not count."""
    over: dict[tuple[str, int], list[int]] = defaultdict(list)
    late = {
        pace.slot[:3]: pace.minutes
        for pace in paces
        if pace.is_done and pace.minutes > 0
    }
    for section, row in state.rows if late else ():
        if minutes := late.get((section.letter, row.round, row.table)):
            for number in row.seated:
                over[section.letter, number].append(minutes)
    named = [
        _slow(state, letter, number, minutes)
        for (letter, number), minutes in over.items()
        if sum(minutes) >= SLOW and len(minutes) >= FEWEST_ROUNDS
    ]
    return sorted(named, key=lambda each: (-each.minutes, each.number))[:MOST_NAMED]


def _still_playing(
    slot: Slot, table: str, clock: _Clock, to_play: int, boards: int, now: datetime
) -> Pace:
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
    at = last.at if last else clock.ends_at
    if last and last.boards < boards:  # what was only ruled on says nothing of its time
        at = max(at, clock.ends_at)
    over = (clock.until if is_missing else min(at, clock.until)) - clock.ends_at
    return Pace(slot, table, _minutes(over), is_done=True, is_late=False)


def _until(state: SessionState, round: int, now: datetime) -> datetime:
    """The time at which a round was over for everybody."""
    following = state.starts.get(round + 1)
    return following.at if following else state.session.ended_at or now


def _minutes(over: timedelta) -> int:
    """Whole minutes, cut off towards none."""
    return int(over / timedelta(minutes=1))


def _slow(state: SessionState, letter: str, number: int, minutes: list[int]) -> Slow:
    section = state.section(letter)
    assert section
    players = section.players_in(number, max(state.round, 1))
    return Slow(
        table_name(state, section, number),
        names_of(players),
        sum(minutes),
        len(minutes),
    )
