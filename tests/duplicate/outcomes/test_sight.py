"""The embargo, by enumeration: every moment of a Howell of three tables, which shares boards in every round."""

from itertools import combinations

import pytest

from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import SessionMoment, Viewer, may_see, moment_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from scoring.movements.howell import howell
from scoring.movements.plan import boards_of
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player, recorded

BOARDS = 2
ROWS = howell(3).rows
PLAN = {
    Slot("A", row.round, row.table, board): frozenset(row.seated)
    for row in ROWS
    for board in boards_of(row.set, BOARDS)
}
PAIRS = [Viewer(("A", number)) for number in range(1, 7)]


def moments():
    """Yield moments: each round, each set of its slots played, with both, one or none of the pairs having agreed.

    All slots of earlier rounds are played.
    """
    for round in range(1, 6):
        here = [slot for slot in PLAN if slot.round == round]
        before = [slot for slot in PLAN if slot.round < round]
        for count in range(len(here) + 1):
            for played in combinations(here, count):
                for agrees in (
                    lambda pairs: pairs,
                    lambda pairs: frozenset({min(pairs)}),
                    lambda _: frozenset(),
                ):
                    yield SessionMoment(
                        PLAN,
                        {slot: agrees(PLAN[slot]) for slot in (*before, *played)},
                        round,
                    )


def test_nobody_sees_a_board_that_they_still_have_to_play_nor_one_that_lies_on_a_table():
    seen = 0
    for moment in moments():
        to_play = PLAN.keys() - moment.signed.keys()
        on_tables = {slot.board for slot in to_play if slot.round <= moment.round}
        for viewer in PAIRS:
            own = {slot.board for slot in to_play if viewer.entry[1] in PLAN[slot]}
            sees = {board for board in range(1, 11) if may_see(viewer, board, moment)}
            assert not sees & (own | on_tables)
            seen += len(sees)
    assert seen > 1000  # and it does not simply hide everything


def test_who_does_not_play_and_the_ranking_wait_until_nobody_has_to_play():
    for moment in moments():
        to_play = {slot.board for slot in PLAN.keys() - moment.signed.keys()}
        for board in range(1, 11):
            assert may_see(Viewer(None), board, moment) is (board not in to_play)
        for viewer in (*PAIRS, Viewer(None), Viewer(("A", 1), directs=True)):
            assert may_see(viewer, None, moment) is (not to_play)


def test_a_director_who_plays_sees_what_the_pair_sees():
    for moment in moments():
        for board in range(1, 11):
            assert may_see(Viewer(("A", 2), directs=True), board, moment) is may_see(
                Viewer(("A", 2)), board, moment
            )


def test_a_director_who_does_not_play_and_everybody_after_play_see_all():
    nothing = SessionMoment(PLAN, {}, 1)
    over = SessionMoment(PLAN, {}, 5, is_over=True)
    for board in (None, *range(1, 11)):
        assert may_see(Viewer(None, directs=True), board, nothing)
        assert all(may_see(viewer, board, over) for viewer in (*PAIRS, Viewer(None)))


def test_before_anybody_has_come_and_of_a_board_that_nobody_is_to_play_nothing_is_seen():
    few = SessionMoment(
        {slot: numbers for slot, numbers in PLAN.items() if slot.board > 2}, {}, 1
    )
    for moment, boards in (
        (SessionMoment({}, {}, 0), (None, *range(1, 11))),
        (few, (1, 2)),
    ):
        for board in boards:
            assert not any(
                may_see(viewer, board, moment) for viewer in (*PAIRS, Viewer(None))
            )
            assert may_see(Viewer(None, directs=True), board, moment)


@pytest.mark.django_db
def test_the_rows_of_a_session_make_the_same_moment_as_the_plan():
    session = in_play()
    slot = Slot("A", 1, 1, 1)
    north = player(session, slot)
    recorded(session, slot, "4sn=")
    state = load(session.pk)
    moment = moment_of(state, results_of(session.pk))
    assert dict(moment.plan) == PLAN
    number = SessionDesk(state, north).viewer.entry[1]
    assert moment.signed == {slot: frozenset({number})}


@pytest.mark.django_db
def test_a_pair_sees_its_board_once_both_have_agreed_and_every_table_that_shares_it_is_done():
    session = in_play()
    slots = [slot for slot in PLAN if slot.round == 1 and slot.board == 1]
    north = player(session, slots[0])
    for slot in slots:
        agreed(session, slot, "4sn=")
    state = load(session.pk)
    viewer, moment = (
        SessionDesk(state, north).viewer,
        moment_of(state, results_of(session.pk)),
    )
    left = any(
        viewer.entry[1] in PLAN[slot]
        for slot in PLAN.keys() - moment.signed.keys()
        if slot.board == 1
    )
    assert may_see(viewer, 1, moment) is not left
