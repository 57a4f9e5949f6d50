"""Changing a movement for a pair that comes late."""

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import breaches_from, price_lines
from scoring.movements.check import check
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell
from scoring.movements.ring import hesitation
from scoring.movements.rover import rover
from tests.scoring.movements.plans import plan, seats


def test_it_fills_the_empty_seats_and_nobody_else_is_moved():
    before = mitchell(5).without(10)
    found = late_pair(before, 3)
    assert [proposal.text for proposal in found][:1] == [
        "Pair 10 fills the empty seats."
    ]
    after = found[0].movement
    assert after.before(3) == before.before(3)
    assert after.from_round(3) == mitchell(5).from_round(3)
    assert (after.sit_outs, found[0].price.weight) == (((1, 5), (2, 1)), (0, 0, 0))


def test_in_a_full_movement_it_is_a_rover_for_whom_another_sits_out_each_round():
    found = late_pair(mitchell(7), 3)
    assert [proposal.text for proposal in found] == [
        "Pair 15 is a rover.",
        "Pair 15 plays at an extra table, which has sets of its own.",
    ]
    price = found[0].price
    assert [number for number, _ in price.sit_outs] == [3, 4, 5, 6, 7]
    assert price.bumped == tuple(sorted(entry for _, entry in price.sit_outs))
    assert len(set(price.bumped)) == 5
    assert not price.short
    extra = found[1]
    assert extra.price.alone == (8, 9, 10, 11, 12)
    assert extra.movement.tables == 8


@pytest.mark.parametrize("tables", range(5, 16))
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_rover_is_found_for_every_mitchell_that_has_one(tables, number):
    before = mitchell(tables)
    found = late_pair(before, number)
    late = 2 * tables + 1
    sits_out = (tables, number) in ((9, 2), (15, 2))
    assert (
        found[0].text
        == f"Pair {late} is a rover{f', and sits out round {number}' if sits_out else ''}."
    )
    for proposal in found:
        assert check(proposal.movement) == ()
        assert proposal.movement.before(number) == before.before(number)
        assert late in {entry for row in proposal.edition for entry in row.seated}


@pytest.mark.parametrize(
    "before",
    [
        *(howell(tables) for tables in range(2, 8)),
        hesitation(6),
        hesitation(7, switch=1),
        mitchell(8, even="share"),
    ],
    ids=lambda before: f"{before.kind} {before.tables}",
)
def test_also_where_few_pairs_stay_and_where_boards_are_turned(before):
    for number in (2, 3):
        found = late_pair(before, number)
        assert found
        for proposal in found:
            assert breaches_from(proposal.movement, 1) == ()
            assert proposal.movement.before(number) == before.before(number)


def test_it_can_meet_those_whom_a_rover_sends_away():
    before = rover(8)
    proposal = late_pair(before, 3)[0]
    assert "meets those who would sit out" in proposal.text
    assert not [each for each in proposal.movement.sit_outs if each[0] >= 3]
    assert seats(proposal.movement, 3)[-1][1:] == (18, 9)


def test_after_a_late_pair_another_can_come():
    first = late_pair(mitchell(9), 3)[0].movement
    second = late_pair(first, 4)[0]
    assert check(second.movement) == ()
    assert {19, 20} <= set(second.movement.entries)


def test_the_price_is_told_in_sentences():
    lines = list(price_lines(late_pair(mitchell(5), 4)[0]))
    assert lines[:2] == [
        "Round 4: pair 1 sits out: its seat is taken.",
        "Round 5: pair 3 sits out: its seat is taken.",
    ]
    assert lines[2].startswith("Otherwise than planned from round 4 on: pairs ")
    assert lines[3].startswith("Tables with other guide cards: ")


@pytest.mark.parametrize(
    ("before", "number", "message"),
    [
        (mitchell(5), 1, "A late pair joins from round 2 to 5, the last."),
        (mitchell(5), 6, "A late pair joins from round 2 to 5, the last."),
        (individual(8), 3, "A late pair joins a movement of pairs."),
    ],
    ids=["too early", "too late", "no pairs"],
)
def test_where_it_cannot_join_it_is_refused(before, number, message):
    with pytest.raises(InvalidMovement, match=message):
        late_pair(before, number)


def test_where_boards_are_turned_a_rover_still_takes_the_seat_of_who_stays():
    before = mitchell(7, switch=1)
    proposal = late_pair(before, 3)[0]
    (last,) = [row for row in proposal.movement.by_round[7] if 15 in row.seated]
    assert (last.turned, last.ew) == (True, 15)
    assert set(proposal.price.bumped) <= set(range(1, 8))


def test_in_the_last_round_nobody_is_a_rover_who_only_sits_out():
    for tables in (2, 3):
        for proposal in late_pair(howell(tables), howell(tables).rounds):
            assert [entry for _, entry in proposal.price.sit_outs].count(
                2 * tables + 1
            ) == 0


def test_a_movement_of_nobody_has_no_place_for_anybody():
    with pytest.raises(InvalidMovement, match="No way is found"):
        late_pair(plan("1 1 - - 1\n2 1 - - 2\n"), 2)
