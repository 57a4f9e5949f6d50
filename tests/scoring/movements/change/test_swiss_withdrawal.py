"""A team leaves a Swiss contest: the drawn round, the next draw, and the match that the team is playing."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.swiss_withdrawal import DRAWN_AGAIN, swiss_withdrawal
from scoring.movements.change.withdrawal import scores_stand
from scoring.movements.check import check
from scoring.movements.mitchell import mitchell
from scoring.movements.plan import Stay
from scoring.movements.swiss import SwissDraw, draw, drawn_in, swiss_begun, with_draw

SIX = swiss_begun(SwissDraw(((1, 2), (3, 4), (5, 6))), "teams", rounds=3)
DRAWN = with_draw(SIX, 2, SwissDraw(((1, 3), (2, 5), (4, 6))))
ODD = swiss_begun(SwissDraw(((1, 2), (3, 4)), 5), "teams", rounds=3)
ODD_DRAWN = with_draw(ODD, 2, SwissDraw(((1, 3), (5, 2)), 4))


def test_a_round_that_is_not_drawn_yet_is_drawn_without_it():
    (way,) = swiss_withdrawal(SIX, 2, 2)
    assert way.text == "Round 2 is drawn without it. What it has played stands."
    assert way.movement.rows == SIX.rows and way.movement.stays == (Stay(2, 1, 1),)
    after = with_draw(way.movement, 2, draw([1, 3, 5, 4, 6], [(3, 4), (5, 6)]))
    assert check(after) == () and 2 not in {entry for _, entry in after.sit_outs}


def test_a_draw_that_stands_gives_its_opponents_the_bye_and_moves_one_match_at_most():
    kept, again = swiss_withdrawal(DRAWN, 3, 2)
    assert drawn_in(kept.movement, 2) == SwissDraw(((4, 6), (2, 5)), 1)
    assert (
        kept.text
        == "Round 2 stays as it is drawn: number 1 has nobody to play. What it has played stands."
    )
    assert kept.price.sit_outs == ((2, 1),) and kept.price.moved == (4, 6)
    assert (
        again.kind == DRAWN_AGAIN
        and again.movement.rounds == 1
        and again.price.moved == (1, 2, 4, 5, 6)
    )
    assert check(kept.movement) == check(again.movement) == ()


def test_the_last_match_of_a_draw_is_left_without_moving_another():
    kept = swiss_withdrawal(DRAWN, 6, 2)[0]
    assert (
        drawn_in(kept.movement, 2) == SwissDraw(((1, 3), (2, 5)), 4)
        and kept.price.moved == ()
    )


def test_who_had_the_bye_meets_who_is_left_alone():
    kept = swiss_withdrawal(ODD_DRAWN, 2, 2)[0]
    assert (
        kept.text
        == "Round 2 stays as it is drawn: numbers 5 and 4 meet. What it has played stands."
    )
    assert drawn_in(kept.movement, 2) == SwissDraw(
        ((1, 3), (5, 4))
    ) and kept.movement.sit_outs == ((1, 5),)
    gone = swiss_withdrawal(ODD_DRAWN, 4, 2)[0]
    assert drawn_in(gone.movement, 2) == SwissDraw(((1, 3), (5, 2))), (
        "the one with the bye"
    )


def test_a_draw_does_not_stand_where_two_would_meet_again_or_have_a_second_bye():
    assert [way.kind for way in swiss_withdrawal(ODD_DRAWN, 1, 2)] == [DRAWN_AGAIN], (
        "3 and 4 have met"
    )
    assert [way.kind for way in swiss_withdrawal(DRAWN, 3, 2, had_bye={1})] == [
        DRAWN_AGAIN
    ]


@pytest.mark.parametrize("entry", [1, 2, 3, 4, 5])
def test_a_bye_of_before_is_kept_by_every_way(entry):
    for way in swiss_withdrawal(ODD_DRAWN, entry, 2, at_once=True):
        assert (1, 5) in way.movement.sit_outs, way.text


def test_who_leaves_at_once_leaves_the_opponents_without_a_match():
    at_once = swiss_withdrawal(DRAWN, 3, 3, at_once=True)[-1]
    assert (
        at_once.text
        == "It leaves at once: number 1 has nobody to play in round 2. What it has played stands."
    )
    assert (at_once.from_round, at_once.price.sit_outs) == (2, ((2, 1),))
    assert (
        at_once.movement.sit_outs == ((2, 1),)
        and Stay(3, 1, 1) in at_once.movement.stays
    )
    assert swiss_withdrawal(ODD, 1, 2, at_once=True)[-1].movement.sit_outs == (
        (1, 2),
        (1, 5),
    )
    assert len(swiss_withdrawal(ODD, 5, 2, at_once=True)) == 1, (
        "who sits out has no match to leave"
    )


def test_in_the_last_round_one_can_only_leave_at_once():
    last = with_draw(DRAWN, 3, SwissDraw(((1, 4), (2, 6), (3, 5))))
    assert swiss_withdrawal(last, 5, 4) == ()
    assert [way.from_round for way in swiss_withdrawal(last, 5, 4, at_once=True)] == [3]


def test_what_it_has_played_stands_however_little():
    assert scores_stand(SIX, 1, 2) and not scores_stand(mitchell(5), 1, 2)


@pytest.mark.parametrize(
    ("movement", "entry", "words"),
    [(mitchell(5), 1, "of a Swiss"), (SIX, 7, "no number 7")],
)
def test_nobody_leaves_who_is_not_there(movement, entry, words):
    with pytest.raises(InvalidMovement, match=words):
        swiss_withdrawal(movement, entry, 2)
