"""Proposed movements that fit into an evening."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell, web
from scoring.movements.proposals import proposals, with_a_pair_missing
from scoring.movements.ring import hesitation


def first(pairs, boards):
    fit = proposals(pairs, boards)[0]
    return fit.name, fit.movement.tables, fit.movement.rounds, fit.boards_a_round


@pytest.mark.parametrize(
    ("pairs", "boards", "best"),
    [
        (18, 27, ("Mitchell", 9, 9, 3)),
        (19, 27, ("Mitchell with a skip", 10, 9, 3)),
        (17, 27, ("Mitchell", 9, 9, 3)),
        (9, 27, ("Howell", 5, 9, 3)),
        (10, 27, ("Mitchell", 5, 5, 5)),
        (14, 26, ("Mitchell", 7, 7, 4)),
        (15, 24, ("Mitchell with a relay", 8, 8, 3)),
        (8, 28, ("Howell", 4, 7, 4)),
        (4, 24, ("Howell", 2, 3, 8)),
        (26, 26, ("Mitchell", 13, 13, 2)),
        (28, 27, ("Web Mitchell", 14, 9, 3)),
        (32, 26, ("Web Mitchell", 16, 13, 2)),
    ],
)
def test_the_best_comes_first(pairs, boards, best):
    assert first(pairs, boards) == best


def test_nine_tables_and_a_half():
    fits = {fit.name: fit for fit in reversed(proposals(19, 27))}
    skip, rover = fits["Mitchell with a skip"], fits["Rover"]
    assert (
        skip.movement.winners,
        len(skip.movement.sit_outs),
        skip.sits_out,
        skip.boards,
    ) == (2, 9, 3, 27)
    assert (rover.movement.tables, rover.movement.rounds, rover.boards) == (9, 8, 24)
    turned = fits["Mitchell with a skip, last round turned"]
    assert turned.movement.winners == 1
    assert turned.quality < 100


def test_the_balance_and_the_end_are_told():
    fit = next(
        fit for fit in proposals(18, 27) if fit.name == "Mitchell, last round turned"
    )
    assert round(float(fit.quality), 1) == 93.9
    assert fit.minutes == 27 * 7 + 8 * 2
    assert fit.ends(datetime(2026, 11, 19, 19, 30)) == datetime(2026, 11, 19, 22, 55)
    assert (
        proposals(18, 27, minutes_a_board=6, minutes_a_change=1)[0].minutes
        == 27 * 6 + 8
    )


@pytest.mark.parametrize(
    ("pairs", "boards"),
    [(pairs, (18, 24, 27)[pairs % 3]) for pairs in [*range(4, 34), 40, 41]],
)
def test_every_number_of_pairs_has_proposals_that_keep_the_rules_and_seat_everybody(
    pairs, boards
):
    fits = proposals(pairs, boards)
    assert fits
    assert list(fits) == sorted(fits, key=lambda fit: fit.cost)
    for fit in fits:
        assert check(fit.movement) == ()
        assert len(fit.movement.entries) == pairs
        assert 4 * abs(fit.boards - boards) <= boards or fit.name == "Rover"


@pytest.mark.parametrize(("pairs", "boards"), [(3, 27), (121, 27), (18, 1), (18, 100)])
def test_an_evening_that_cannot_be_is_refused(pairs, boards):
    with pytest.raises(InvalidMovement, match="from"):
        proposals(pairs, boards)


def test_where_rounds_would_be_too_long_the_longest_are_offered_if_that_comes_near():
    assert [
        (fit.name, fit.movement.rounds, fit.boards_a_round) for fit in proposals(4, 27)
    ] == [("Howell", 3, 8)]
    assert proposals(4, 33) == ()


def test_a_kind_has_several_shapes_if_they_cost_about_as_much():
    shapes = [
        (fit.movement.rounds, fit.boards_a_round)
        for fit in proposals(14, 24)
        if fit.name == "Mitchell"
    ]
    assert shapes == [(6, 4), (7, 3), (5, 5)]


@pytest.mark.parametrize("pairs", range(4, 42))
def test_at_most_ten_are_offered_and_no_two_are_alike(pairs):
    fits = proposals(pairs, 24)
    shapes = {(fit.name, fit.movement.rounds, fit.boards_a_round) for fit in fits}
    assert len(shapes) == len(fits) <= 10


@pytest.mark.parametrize("tables", range(4, 31, 2))
def test_a_missing_pair_leaves_nothing_shared_in_a_mitchell_with_share_and_relay(
    tables,
):
    half = with_a_pair_missing(mitchell(tables, even="share"))
    assert check(half) == ()
    assert half.sharing == ()
    assert set(range(1, 2 * tables + 1)) - set(half.entries) == {tables}


@pytest.mark.parametrize("tables", range(4, 31, 2))
def test_a_missing_pair_leaves_nothing_shared_in_a_hesitation(tables):
    half = with_a_pair_missing(hesitation(tables))
    assert (check(half), half.sharing) == ((), ())


@pytest.mark.parametrize(
    "movement", [mitchell(9), mitchell(8), howell(5), howell(3), web(14)]
)
def test_where_that_saves_no_sharing_the_highest_number_is_missing(movement):
    half = with_a_pair_missing(movement)
    assert set(movement.entries) - set(half.entries) == {2 * movement.tables}


@given(st.integers(5, 40), st.integers(18, 32))
def test_the_first_is_a_howell_up_to_four_tables_then_a_mitchell_and_no_hesitation(
    pairs, boards
):
    kind = proposals(pairs, boards)[0].movement.kind
    if pairs <= 8:
        assert kind == "howell"
    elif pairs > 9:
        assert kind in ("mitchell", "rover", "web")
    assert "hesitation" not in kind


def test_a_web_of_more_than_three_copies_is_never_offered():
    for pairs in range(26, 121, 7):
        for fit in proposals(pairs, 26):
            assert fit.movement.copies <= 3
