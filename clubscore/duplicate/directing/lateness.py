"""Lateness by table: the times of results against the clock of the round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, QuerySet

from clubscore.duplicate.lineup import names_of, table_name
from clubscore.duplicate.models import Play
from clubscore.duplicate.slots import Slot, slots_of
from clubscore.duplicate.state import SessionState
from clubscore.prepared import Prepared

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


@dataclass(frozen=True, slots=True)
class Pace:
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
    """When the last board of each table was first recorded. Later versions say nothing of how fast it was played."""
    return {(letter, round, table): Last(at, boards) for letter, round, table, at, boards in _LAST.of_one(session_id)}


def _last(session_ids: list[int]) -> QuerySet[Play, tuple[Any, ...]]:
    tables = Play.objects.filter(session__in=session_ids, version=1).values("section__letter", "round", "table")
    found = tables.annotate(at=Max("recorded_at"), boards=Count("pk")).order_by()
    return found.values_list("section__letter", "round", "table", "at", "boards")


_LAST: Prepared[tuple[Any, ...]] = Prepared(_last)


def paces_of(state: SessionState, settled: Set[Slot], times: Mapping[At, Last], now: datetime) -> list[Pace]:
    """The pace of each table where two pairs meet, in every round that has begun."""
    found: dict[tuple[int, str, int], list[Slot]] = defaultdict(list)
    for slot, _ in slots_of(state):
        if slot.round <= state.round:
            found[slot.round, slot.letter, slot.table].append(slot)
    return [_pace(state, slots, settled, times, now) for slots in found.values()]


def slow_entries(state: SessionState, paces: Iterable[Pace]) -> list[Slow]:
    """The entries whose tables ended late, at most three, the slowest first. What is not over yet does not count."""
    over: dict[tuple[str, int], list[int]] = defaultdict(list)
    for pace in paces:
        section = state.section(pace.slot.letter)
        row = section.row_at(pace.slot.round, pace.slot.table) if section and pace.is_done else None
        if row and pace.minutes > 0:
            for number in row.seated:
                over[pace.slot.letter, number].append(pace.minutes)
    named = [
        _slow(state, letter, number, minutes)
        for (letter, number), minutes in over.items()
        if sum(minutes) >= SLOW and len(minutes) >= FEWEST_ROUNDS
    ]
    return sorted(named, key=lambda each: (-each.minutes, each.number))[:MOST_NAMED]


def _pace(state: SessionState, slots: list[Slot], settled: Set[Slot], times: Mapping[At, Last], now: datetime) -> Pace:
    start = state.starts[slots[0].round]
    section = state.section(slots[0].letter)
    assert section
    open_slots = [slot for slot in slots if slot not in settled]
    until = _until(state, start.round, now)
    table = table_name(state, section, slots[0].table)
    if open_slots and start.round == state.round and state.session.is_in_play:
        a_board = timedelta(minutes=start.minutes) / len(slots)
        behind = now - (start.at + (len(slots) - len(open_slots) + 1) * a_board)
        is_late = behind >= a_board or now >= start.ends_at + GRACE
        return Pace(open_slots[0], table, _minutes(behind), is_done=False, is_late=is_late)
    ends_at = start.ends_at
    last = times.get(slots[0][:3])
    at = last.at if last else ends_at
    if last and last.boards < len(slots):  # what was only ruled on says nothing of its time
        at = max(at, ends_at)
    over = (until if open_slots else min(at, until)) - ends_at
    return Pace((open_slots or slots[-1:])[0], table, _minutes(over), is_done=True, is_late=False)


def _until(state: SessionState, round: int, now: datetime) -> datetime:
    """When a round was over for everybody: what is recorded later was played before."""
    following = state.starts.get(round + 1)
    return following.at if following else state.session.ended_at or now


def _minutes(over: timedelta) -> int:
    """Whole minutes, cut off towards none."""
    return int(over / timedelta(minutes=1))


def _slow(state: SessionState, letter: str, number: int, minutes: list[int]) -> Slow:
    section = state.section(letter)
    assert section
    players = section.players_in(number, max(state.round, 1))
    return Slow(table_name(state, section, number), names_of(players), sum(minutes), len(minutes))
