"""Changing a movement by one round more or one round less."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.rounds import other_rounds
from scoring.movements.change.withdrawal import withdrawal
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.ring import double_hesitation, hesitation
from scoring.movements.rover import rover
from scoring.movements.teams import teams


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (mitchell(9, rounds=6), mitchell(9, rounds=7)),
        (mitchell(8, rounds=4), mitchell(8, rounds=7)),
        (mitchell(8, rounds=6, even="share"), mitchell(8, rounds=8, even="share")),
        (mitchell(9, rounds=6, switch=1), mitchell(9, rounds=7, switch=1)),
        (howell(5, rounds=7), howell(5, rounds=8)),
        (hesitation(6, rounds=5), hesitation(6, rounds=6)),
        (hesitation(7, rounds=5, switch=1), hesitation(7, rounds=6, switch=1)),
        (double_hesitation(6, rounds=5), double_hesitation(6, rounds=7)),
    ],
    ids=lambda movement: (
        f"{movement.kind} {movement.tables} of {movement.rounds}, winners {movement.winners}"
    ),
)
def test_a_movement_that_goes_on_is_the_longer_one(short, long):
    proposal = other_rounds(short, long.rounds, 4)
    assert proposal.movement.rows == long.rows
    assert check(proposal.movement) == ()


def test_a_movement_that_is_cut_is_the_shorter_one():
    assert other_rounds(mitchell(9), 8, 4).movement.rows == mitchell(9, rounds=8).rows
    proposal = other_rounds(howell(5), 8, 3)
    assert proposal.movement.rows == howell(5, rounds=8).rows
    assert not proposal.movement.full
    assert [
        boards for boards, had, has in proposal.price.short if (had, has) == (5, 4)
    ] == [2, 4, 5, 7, 9]


def test_the_arrow_switch_stays_in_the_last_round():
    assert (
        other_rounds(mitchell(9, switch=1), 8, 4).movement.rows
        == mitchell(9, rounds=8, switch=1).rows
    )


def test_what_was_turned_when_it_was_played_stays_so():
    movement = other_rounds(mitchell(9, rounds=8, switch=2), 9, 8).movement
    assert {row.round for row in movement.rows if row.turned} == {7, 8, 9} - {8}


def test_after_a_late_pair_the_movement_goes_on_too():
    late = late_pair(mitchell(9, rounds=6), 3)[0].movement
    proposal = other_rounds(late, 7, 5)
    assert check(proposal.movement) == ()
    assert proposal.movement.before(7) == late.rows
    assert {entry for _, entry in proposal.price.sit_outs} <= set(late.entries)


def test_half_a_table_goes_on_with_its_empty_seats():
    half = mitchell(7, rounds=4).without(14)
    assert (
        other_rounds(half, 5, 3).movement.rows == mitchell(7, rounds=5).without(14).rows
    )


@pytest.mark.parametrize(
    ("movement", "rounds", "from_round", "message"),
    [
        (mitchell(9), 10, 4, "After round 9 there is none"),
        (howell(4), 8, 4, "After round 7 there is none"),
        (mitchell(9), 3, 5, "4 rounds are played already."),
        (mitchell(9), 0, 1, "0 rounds are played already."),
        (rover(8), 8, 3, "After round 7 there is none"),
        (
            teams(5),
            3,
            2,
            r"Round 1, table 1: teams 3 and 1 do not play set 2 in the other room \(M9\)",
        ),
    ],
    ids=lambda value: getattr(value, "kind", value),
)
def test_where_there_is_no_round_more_or_less_it_is_refused(
    movement, rounds, from_round, message
):
    with pytest.raises(InvalidMovement, match=message):
        other_rounds(movement, rounds, from_round)


@pytest.mark.parametrize("way", [0, -1])
@pytest.mark.parametrize("leaves", range(1, 17))
def test_no_round_is_added_after_a_pair_has_left_so_nobody_is_seated_who_went_home(
    leaves, way
):
    left = withdrawal(mitchell(8, rounds=5), leaves, 3)[way].movement
    with pytest.raises(
        InvalidMovement,
        match=f"number {leaves} went after round 2, and whether its scores stand",
    ):
        other_rounds(left, 6, 3)
    assert other_rounds(left, 4, 3).movement.rows == left.rows[: len(left.before(5))]


def test_a_pair_is_not_given_boards_in_an_added_round_that_it_may_have_seen():
    short, longer = mitchell(8, rounds=4), mitchell(8, rounds=5)
    usual = {(entry, row.set) for row in longer.by_round[5] for entry in row.seated}
    for seen in sorted(usual):
        added = other_rounds(short, 5, 4, seen={seen}).movement.by_round[5]
        assert seen not in {(entry, row.set) for row in added for entry in row.seated}


def test_where_everybody_may_have_seen_every_board_that_is_the_reason():
    short = mitchell(9, rounds=6)
    seen = {(entry, boards) for entry in short.entries for boards in range(1, 10)}
    with pytest.raises(
        InvalidMovement, match="somebody would play boards that they may have seen"
    ):
        other_rounds(short, 7, 6, seen=seen)
    assert other_rounds(short, 5, 5, seen=seen).movement.rounds == 5
