"""Changing a movement for a pair that goes home early."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import breaches_from
from scoring.movements.change.withdrawal import withdrawal
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.teams import teams


def test_its_seats_stay_empty_and_its_opponents_sit_out():
    (proposal,) = withdrawal(mitchell(9), 12, 4)
    assert [number for number, _ in proposal.price.sit_outs] == [4, 5, 6, 7, 8, 9]
    assert 12 not in {entry for _, entry in proposal.movement.sit_outs}
    assert len(proposal.price.short) == 6
    assert check(proposal.movement) == ()


@pytest.mark.parametrize(
    ("from_round", "sentence"),
    [
        (2, "It has played 1 of 8 rounds, less than half: its scores are cancelled."),
        (4, "It has played 3 of 8 rounds, less than half: its scores are cancelled."),
        (
            5,
            "It has played 4 of 8 rounds: its scores stand, and those who would still meet it get average plus.",
        ),
    ],
)
def test_before_half_of_the_session_its_scores_are_cancelled(from_round, sentence):
    assert sentence in withdrawal(mitchell(9, rounds=8), 3, from_round)[0].text


def test_two_that_would_both_sit_out_may_play_each_other():
    before = mitchell(10, rounds=6).without(20)
    proposals = withdrawal(before, 7, 2)
    assert [len(proposal.price.sit_outs) for proposal in proposals] == sorted(
        len(proposal.price.sit_outs) for proposal in proposals
    )
    joined = proposals[0]
    assert joined.text.startswith("Two pairs that would both sit out play each other.")
    assert len(joined.price.sit_outs) < len(proposals[-1].price.sit_outs)
    assert all(breaches_from(proposal.movement, 2) == () for proposal in proposals)


def test_who_sits_out_twice_by_it_is_allowed_to_and_told():
    before = howell(4).without(8)
    proposals = withdrawal(before, 2, 3)
    assert all(check(proposal.movement) == () for proposal in proposals)
    alone = next(proposal for proposal in proposals if "stay empty" in proposal.text)
    assert alone.movement.sits_twice


def test_before_play_it_leaves_no_trace():
    (proposal,) = withdrawal(mitchell(5), 10, 1)
    assert proposal.movement.rows == mitchell(5).without(10).rows
    assert proposal.movement.stays == ()


def test_a_late_pair_can_take_the_seats():
    left = withdrawal(mitchell(7), 9, 3)[0].movement
    late = late_pair(left, 4)[0]
    assert late.text == "Pair 15 fills the empty seats."
    assert [row.renamed(15, 9) for row in late.edition] == [*mitchell(7).from_round(4)]


@pytest.mark.parametrize(
    ("before", "entry", "number", "message"),
    [
        (mitchell(5), 11, 2, "There is no pair 11."),
        (mitchell(5), 1, 6, "The rounds are 1 to 5."),
        (teams(5), 1, 2, "Only in a movement of pairs can one leave"),
    ],
    ids=["nobody", "no round", "teams"],
)
def test_nobody_leaves_who_is_not_there(before, entry, number, message):
    with pytest.raises(InvalidMovement, match=message):
        withdrawal(before, entry, number)
