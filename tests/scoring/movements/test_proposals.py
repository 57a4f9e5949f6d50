"""Proposed movements that fit into an evening."""

from datetime import datetime

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.proposals import proposals


def first(pairs, boards):
    fit = proposals(pairs, boards)[0]
    return fit.name, fit.movement.tables, fit.movement.rounds, fit.boards_a_round


@pytest.mark.parametrize(
    ("pairs", "boards", "best"),
    [
        (18, 27, ("Mitchell", 9, 9, 3)),
        (19, 27, ("Mitchell with a skip", 10, 9, 3)),
        (17, 27, ("Mitchell", 9, 9, 3)),
        (10, 27, ("Howell", 5, 9, 3)),
        (14, 26, ("Howell", 7, 13, 2)),
        (8, 28, ("Howell", 4, 7, 4)),
        (4, 24, ("Howell", 2, 3, 8)),
        (26, 26, ("Mitchell", 13, 13, 2)),
    ],
)
def test_the_best_comes_first(pairs, boards, best):
    assert first(pairs, boards) == best


def test_nine_tables_and_a_half():
    fits = {fit.name: fit for fit in proposals(19, 27)}
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
