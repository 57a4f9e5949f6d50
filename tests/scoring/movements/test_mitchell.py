"""Mitchell movements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.mitchell import mitchell, web
from tests.scoring.movements.plans import seats


def test_the_published_nine_tables():
    movement = mitchell(9)
    assert seats(movement, 1) == [(table, 9 + table, table) for table in range(1, 10)]
    line = [(row.ns, row.ew - 9, row.set) for row in movement.rows if row.table == 1]
    assert line == [
        (1, 1, 1),
        (1, 9, 2),
        (1, 8, 3),
        (1, 7, 4),
        (1, 6, 5),
        (1, 5, 6),
        (1, 4, 7),
        (1, 3, 8),
        (1, 2, 9),
    ]
    assert (movement.tables, movement.rounds, movement.sets, movement.winners) == (
        9,
        9,
        9,
        2,
    )


def test_with_a_skip_the_moving_line_leaves_out_a_table_halfway():
    movement = mitchell(8)
    assert [row.table for number in range(1, 8) for row in movement.by_round[number] if row.ew == 9] == [
        1, 2, 3, 4, 6, 7, 8,
    ]  # fmt: skip
    assert movement.sharing == ()


def test_with_a_share_and_relay_everybody_plays_everything():
    movement = mitchell(8, even="share")
    assert movement.rounds == 8
    assert [tables for _, _, tables in movement.sharing] == [(1, 8)] * 8
    assert len({(row.ns, row.ew) for row in movement.rows}) == 64


@pytest.mark.parametrize("tables", range(2, 17))
@pytest.mark.parametrize("even", ["skip", "share"])
def test_every_number_of_rounds_up_to_the_most_keeps_the_rules_and_one_more_does_not(
    tables, even
):
    most = mitchell(tables, even=even).rounds
    assert most == (tables - 1 if even == "skip" and tables % 2 == 0 else tables)
    for rounds in {1, tables // 2, tables // 2 + 1, most}:
        assert check(mitchell(tables, rounds=min(rounds, most), even=even)) == ()
    assert check(mitchell(tables, rounds=most + 1, even=even)) != ()


def test_an_arrow_switch_turns_the_last_rounds():
    movement = mitchell(5, switch=2)
    assert {row.round for row in movement.rows if row.turned} == {4, 5}
    assert movement.winners == 1
    assert seats(movement, 5)[0] == (7, 1, 5)
    assert movement.rows[-1].with_turn() == mitchell(5).rows[-1]


@st.composite
def sizes_of_webs(draw):
    """A number of tables and of rounds of a Web."""
    tables = draw(st.integers(4, 60))
    return tables, draw(st.integers(2, tables - 2 + (tables + 1) % 2))


@given(sizes_of_webs())
def test_a_web_keeps_the_rules_and_everybody_plays_the_same_boards(size):
    tables, rounds = size
    movement = web(tables, rounds=rounds)
    assert check(movement) == ()
    assert (movement.tables, movement.rounds, movement.winners) == (tables, rounds, 2)
    assert movement.sets == rounds + (rounds + 1) % 2
    if rounds % 2:
        for pair in range(1, 2 * tables + 1):
            sets = {row.set for row in movement.rows if pair in row.seated}
            assert sets == {*range(1, rounds + 1)}


@pytest.mark.parametrize(
    ("tables", "rounds", "copies"),
    [(14, 13, 2), (14, 9, 2), (20, 13, 2), (26, 13, 2), (28, 13, 4), (15, 13, 3), (17, 13, 3)],
)  # fmt: skip
def test_a_web_of_an_even_number_of_tables_needs_two_copies_and_of_an_odd_number_three(
    tables, rounds, copies
):
    assert web(tables, rounds=rounds).copies == copies
    assert mitchell(14, even="share").copies == 1


def test_the_web_of_fourteen_tables_has_its_boards_up_in_one_group_and_down_in_the_other():
    movement = web(14)
    sets = [row.set for row in movement.by_round[1]]
    assert sets == [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 13]
    assert [row.set for row in movement.by_round[2]][:8] == [2, 3, 4, 5, 6, 7, 8, 5]
    assert movement.rounds == 13
    assert web(14, switch=2).winners == 1


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        ({"tables": 3}, "tables", "A Web has from 4 to 60 tables."),
        ({"tables": 61}, "tables", "A Web has from 4 to 60 tables."),
        (
            {"tables": 14, "rounds": 14},
            "rounds",
            "A Web of 14 tables has from 2 to 13 rounds.",
        ),
        (
            {"tables": 15, "rounds": 14},
            "rounds",
            "A Web of 15 tables has from 2 to 13 rounds.",
        ),
        (
            {"tables": 14, "rounds": 9, "switch": 10},
            "switch",
            "Of 9 rounds, from 0 to 9 are turned.",
        ),
    ],
)
def test_numbers_that_no_web_has_are_refused(options, field, message):
    with pytest.raises(InvalidMovement) as refusal:
        web(**options)
    assert refusal.value.field == field
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        ({"tables": 1}, "tables", "A Mitchell has from 2 to 60 tables."),
        ({"tables": 61}, "tables", "A Mitchell has from 2 to 60 tables."),
        (
            {"tables": 8, "rounds": 0},
            "rounds",
            "A Mitchell of 8 tables with a skip has from 1 to 7 rounds.",
        ),
        (
            {"tables": 9, "rounds": 0},
            "rounds",
            "A Mitchell of 9 tables has from 1 to 9 rounds.",
        ),
        (
            {"tables": 8, "even": "share", "rounds": 99},
            "rounds",
            "with a share and a relay has from 1 to 8 rounds.",
        ),
        (
            {"tables": 8, "even": "hop"},
            "even",
            "With an even number of tables: skip or share.",
        ),
        ({"tables": 9, "switch": 10}, "switch", "Of 9 rounds, from 0 to 9 are turned."),
    ],
)
def test_numbers_that_no_mitchell_has_are_refused(options, field, message):
    with pytest.raises(InvalidMovement) as refusal:
        mitchell(**options)
    assert refusal.value.field == field
    assert message in refusal.value.message
