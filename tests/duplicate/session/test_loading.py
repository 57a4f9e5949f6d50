"""A session is loaded whole, in a fixed number of statements, with the movement that was written."""

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from tests.duplicate.sessions import opened
from tests.factories import member

pytestmark = pytest.mark.django_db

STATEMENTS = 4


@pytest.mark.parametrize(
    "movement",
    [howell(3), mitchell(6, even="share"), mitchell(5, switch=1).without(10)],
)
def test_the_movement_that_is_read_is_the_one_that_was_written(movement):
    state = load(opened(member("Ruth"), movement).pk)
    assert state.sections[0].movement == movement


def test_a_session_of_three_tables_and_one_of_thirty_in_two_sections_take_as_many_statements(
    django_assert_num_queries,
):
    ruth = member("Ruth")
    small, large = (
        opened(ruth),
        opened(ruth, mitchell(15), mitchell(15), name="Congress"),
    )
    with django_assert_num_queries(STATEMENTS):
        assert load(small.pk).tables == 3
    with django_assert_num_queries(STATEMENTS):
        assert load(large.pk).tables == 30


def test_boards_of_a_row_are_those_of_its_set():
    state = load(opened(member("Ruth"), mitchell(5), boards_a_round=3).pk)
    row = state.sections[0].row_at(1, 3)
    assert (
        row.set,
        [*state.boards_in(row)],
        state.boards,
        state.round,
        state.rounds,
    ) == (3, [7, 8, 9], 15, 0, 5)


def test_a_session_that_is_not_there_is_not_read():
    with pytest.raises(Session.DoesNotExist):
        load(1)
