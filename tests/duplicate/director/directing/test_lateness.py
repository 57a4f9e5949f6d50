"""Lateness by table: the times of results against the clock of the round."""

from datetime import datetime, timedelta

import pytest

from clubscore.duplicate.director.directing.lateness import (
    Pace,
    last_times,
    paces_of,
    slow_entries,
)
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.play.entering.services import record_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import entry, player
from tests.duplicate.rulings import ruled
from tests.factories import NOON

pytestmark = pytest.mark.django_db
FIRST = Slot("A", 1, 1, 1)


def at(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def played(session: Session, slot: Slot, minutes: int, line: str = "1ne=") -> None:
    by = player(session, slot)
    record_play(
        session_id=session.pk,
        slot=slot,
        entry=entry(line, seen=0),
        by=by,
        now=at(minutes),
    )


def paces(session: Session, minutes: int, round: int = 1) -> dict[int, Pace]:
    """Return the pace of each table in a round, so many minutes after its start, by the number of the table."""
    found = paces_of(
        load(session.pk),
        results_of(session.pk).settled,
        last_times(session.pk),
        at(minutes),
    )
    return {pace.slot.table: pace for pace in found if pace.slot.round == round}


def test_a_table_is_late_when_it_is_a_whole_board_behind():
    session = in_play()
    played(session, FIRST, 6)
    assert {table: (pace.minutes, pace.is_late) for table, pace in paces(session, 13).items()} == {
        1: (-1, False), 2: (6, False), 3: (6, False),
    }  # fmt: skip
    late = paces(session, 14)
    assert [late[table].is_late for table in (1, 2, 3)] == [False, True, True]
    assert late[2].slot.board in load(session.pk).boards_in(
        load(session.pk).sections[0].row_at(1, 2)
    )


def test_when_the_round_is_over_by_the_clock_every_table_that_still_plays_is_late():
    session = in_play()
    played(session, FIRST, 6)
    assert not paces(session, 15)[1].is_late
    assert paces(session, 16)[1].is_late
    played(session, FIRST._replace(board=2), 17)
    done = paces(session, 30)[1]
    assert (done.is_done, done.is_late, done.minutes) == (True, False, 3)


def test_a_ruling_is_no_board_that_a_table_is_waited_for():
    session = in_play()
    for board in (1, 2):
        ruled(session, FIRST._replace(board=board), "NP")
    assert paces(session, 40)[1].is_done


def test_what_is_entered_after_the_round_counts_to_its_end_and_a_correction_not_at_all():
    session = in_play()
    slots = [slot for slot, _ in slots_of(load(session.pk)) if slot.round == 1]
    for slot in slots:
        played(session, slot, 10)
    record_play(
        session_id=session.pk,
        slot=slots[0],
        entry=entry("2ne=", seen=1),
        by=player(session, slots[0]),
        now=at(14),
    )
    start_round(session=session, round=2, by=session.director, now=at(18))
    assert {pace.minutes for pace in paces(session, 60).values()} == {-4}


def test_a_board_that_is_missing_after_the_round_counts_until_the_next_began():
    session = in_play()
    played(session, FIRST, 10)
    start_round(session=session, round=2, by=session.director, now=at(20))
    played(session, FIRST._replace(board=2), 50)
    found = paces(session, 60)
    assert {pace.minutes for pace in found.values()} == {6}
    assert not any(pace.is_late for pace in found.values())


def test_who_is_over_round_after_round_is_named_and_nobody_for_one_slow_round():
    session = in_play()
    number = load(session.pk).sections[0].row_at(1, 1).north
    began = 0
    for round in (1, 2, 3):
        if round > 1:
            start_round(
                session=session, round=round, by=session.director, now=at(began)
            )
        for slot, row in slots_of(load(session.pk)):
            if slot.round == round:
                played(session, slot, began + (18 if number in row.seated else 13))
        began += 20
        state = load(session.pk)
        found = slow_entries(
            state,
            paces_of(
                state, results_of(session.pk).settled, last_times(session.pk), at(began)
            ),
        )
        assert [(each.number, each.minutes, each.rounds) for each in found][:1] == (
            [] if round == 1 else [(str(number), 4 * round, round)]
        )


def test_after_play_nobody_is_late():
    session = in_play(rounds=5)
    end_play(session=session, by=session.director, now=at(30))
    assert not any(
        pace.is_late
        for round in range(1, 6)
        for pace in paces(session, 99, round).values()
    )
