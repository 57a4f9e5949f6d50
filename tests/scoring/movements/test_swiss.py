"""Drawing the rounds of a Swiss contest."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.editions import check_editions
from scoring.movements.plan import Stay
from scoring.movements.swiss import (
    SwissDraw,
    by_lot,
    draw,
    drawn_in,
    most_rounds,
    swiss,
    swiss_begun,
    swiss_edition,
    undrawn,
    with_draw,
)


def test_the_first_round_goes_down_the_list():
    assert draw([1, 2, 3, 4]) == SwissDraw(((1, 2), (3, 4)))


def test_who_has_met_is_passed_over():
    assert draw([1, 2, 3, 4], met=[(1, 2)]) == SwissDraw(((1, 3), (2, 4)))


def test_it_goes_back_where_the_last_two_have_met():
    assert draw([1, 2, 3, 4], met=[(3, 4)]) == SwissDraw(((1, 3), (2, 4)))


def test_the_bye_goes_to_the_lowest_that_had_none():
    assert draw([1, 2, 3, 4, 5], had_bye={5}).bye == 4


def test_it_goes_higher_where_the_others_could_not_meet_otherwise():
    assert draw([1, 2, 3], met=[(1, 2)]) == SwissDraw(((1, 3),), 2)


def test_who_has_left_is_not_drawn():
    assert draw([1, 4], met=[(1, 2), (3, 4)]) == SwissDraw(((1, 4),))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"standings": [1, 2], "met": [(1, 2)]},
            "No draw is found in which nobody meets again.",
        ),
        ({"standings": [1, 2, 3], "had_bye": {1, 2, 3}}, "Everybody has had a bye."),
        ({"standings": [1]}, "A round is drawn for two or more."),
        ({"standings": [1, 2, 2]}, "Everybody stands in the standings once."),
    ],
)
def test_a_draw_that_cannot_be_is_refused(options, message):
    with pytest.raises(InvalidMovement, match=message):
        draw(**options)


@given(some.integers(2, 64), some.integers(1, 8), some.randoms(use_true_random=False))
def test_a_whole_swiss_keeps_the_rules(entries, rounds, random):
    editions = played(entries, min(rounds, entries // 2), random)
    movement = swiss(editions)
    assert check(movement) == ()
    assert check_editions(swiss(editions[:1]), editions[1:]) == ()


@pytest.mark.parametrize(("entries", "rounds"), [(64, 16), (33, 9), (10, 5)])
def test_a_long_one_does_too(entries, rounds):
    assert check(swiss(played(entries, rounds, Random(14)))) == ()


def test_a_match_of_teams_has_two_tables():
    edition = swiss_edition(1, draw([1, 2, 3, 4]), "teams")
    assert [(row.table, row.ns, row.ew, row.set) for row in edition.rows] == [
        (1, 1, 2, 1), (2, 2, 1, 1), (3, 3, 4, 1), (4, 4, 3, 1),
    ]  # fmt: skip
    assert check(swiss([edition], "teams")) == ()


def played(entries, rounds, random):
    scores = dict.fromkeys(range(1, entries + 1), 0)
    met, byes, editions = [], set(), []
    for number in range(1, rounds + 1):
        drawn = draw(sorted(scores, key=lambda entry: -scores[entry]), met, byes)
        met += drawn.matches
        byes |= {drawn.bye} - {None}
        for one, other in drawn.matches:
            won = random.randint(0, 20)
            scores[one] += won
            scores[other] += 20 - won
        editions.append(swiss_edition(number, drawn))
    return editions


def test_who_has_a_bye_is_there_without_a_table():
    movement = swiss_begun(SwissDraw(((1, 2),), 3), "teams", rounds=2)
    assert (movement.entries, movement.tables, movement.sit_outs) == (
        (1, 2, 3),
        2,
        ((1, 3),),
    )
    again = with_draw(movement, 2, SwissDraw(((3, 1),), 2))
    assert (
        again.stays == () and again.sit_outs == ((1, 3), (2, 2)) and check(again) == ()
    )


def test_who_is_not_drawn_is_there_no_more_and_may_come_back():
    movement = with_draw(
        swiss_begun(draw([1, 2, 3, 4]), rounds=3), 2, draw([1, 3, 2], [(1, 2)])
    )
    assert movement.stays == (Stay(4, 1, 1),) and movement.sit_outs == ((2, 2),)
    back = with_draw(movement, 3, SwissDraw(((1, 4), (2, 3))))
    assert back.stays == (Stay(4, 1, 1), Stay(4, 3, 3)) and back.sit_outs == ((2, 2),)


def test_who_is_away_for_two_rounds_has_no_byes_in_them():
    movement = swiss_begun(SwissDraw(((1, 2), (3, 4), (5, 6))), rounds=4)
    for number, matches in (
        (2, ((1, 3), (2, 4))),
        (3, ((1, 4), (2, 3))),
        (4, ((1, 5), (2, 6))),
    ):
        movement = with_draw(movement, number, SwissDraw(matches))
    assert (movement.sit_outs, check(movement)) == ((), ())


def test_a_number_whose_bye_nobody_took_can_be_taken_after_the_next_draw():
    movement = with_draw(
        swiss_begun(SwissDraw(((1, 2), (3, 4)), 5), "teams", rounds=3),
        2,
        SwissDraw(((1, 3), (2, 4))),
    )
    assert (movement.entries, movement.stays) == ((1, 2, 3, 4, 5), (Stay(5, 1, 1),))
    assert check(with_draw(movement, 3, SwissDraw(((1, 4), (2, 5)), 3))) == ()


@pytest.mark.parametrize("form", ["pairs", "teams"])
def test_a_draw_is_read_back_from_its_rows(form):
    drawn = draw([4, 2, 5, 1, 3])
    movement = swiss_begun(drawn, form, rounds=3)
    assert (drawn_in(movement, 1), drawn_in(movement, 2)) == (drawn, SwissDraw(()))


def test_a_draw_that_is_given_up_leaves_the_byes_before_it():
    begun = swiss_begun(SwissDraw(((1, 2), (3, 4)), 5), "teams", rounds=3)
    movement = undrawn(with_draw(begun, 2, SwissDraw(((1, 3), (5, 6)), 4)), 2)
    assert movement.rows == begun.rows and movement.sit_outs == begun.sit_outs == (
        (1, 5),
    )
    assert movement.entries == (1, 2, 3, 4, 5, 6), "who came for it is drawn again"


def test_a_round_is_drawn_again_in_place_of_itself():
    movement = with_draw(
        swiss_begun(draw([1, 2, 3, 4]), "teams", rounds=3), 2, draw([1, 3, 2, 4])
    )
    movement = with_draw(movement, 2, draw([1, 4, 2, 3]))
    assert check(movement) == () and (
        movement.rounds,
        movement.rounds_planned,
        movement.sets,
    ) == (2, 3, 3)
    assert drawn_in(movement, 2) == SwissDraw(((1, 4), (2, 3)))


@pytest.mark.parametrize(
    ("one", "other", "matches", "bye"),
    [(2, 3, ((1, 3), (2, 4)), 5), (5, 1, ((5, 2), (3, 4)), 1)],
)
def test_two_change_places_in_a_draw(one, other, matches, bye):
    assert SwissDraw(((1, 2), (3, 4)), 5).swapped(one, other) == SwissDraw(matches, bye)


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        (1, 2, "meet each other"),
        (3, 3, "meet each other"),
        (1, 9, "Number 9 is not drawn"),
    ],
)
def test_a_swap_that_changes_nothing_is_refused(one, other, message):
    with pytest.raises(InvalidMovement, match=message):
        SwissDraw(((1, 2), (3, 4)), 5).swapped(one, other)


def test_a_lot_follows_from_its_seed_and_has_everybody_once():
    assert (
        by_lot(range(1, 13), 7)
        == by_lot(reversed(range(1, 13)), 7)
        != by_lot(range(1, 13), 8)
    )
    assert sorted(by_lot(range(1, 13), 7)) == list(range(1, 13))
    leaders = Counter(by_lot(range(1, 5), seed)[0] for seed in range(4000))
    assert all(900 < count < 1100 for count in leaders.values()) and len(leaders) == 4


@given(some.integers(3, 24), some.randoms(use_true_random=False))
def test_as_many_rounds_as_promised_can_always_be_drawn(entries, random):
    assert check(swiss(played(entries, most_rounds(entries), random))) == ()
