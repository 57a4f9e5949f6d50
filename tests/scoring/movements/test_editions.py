"""Editions of a movement: which rows count after a change."""

from scoring.movements.check import check
from scoring.movements.editions import Edition, check_editions, in_force, rows_in_force
from scoring.movements.mitchell import mitchell


def test_a_later_edition_counts_from_its_round_on():
    first, second = mitchell(5), mitchell(5, switch=1)
    found = rows_in_force([Edition(1, first.rows), Edition(5, second.from_round(5))])
    assert found == second.rows


def test_of_two_editions_the_newest_counts():
    plain, turned = mitchell(5), mitchell(5, switch=2)
    editions = [Edition(4, turned.from_round(4)), Edition(5, plain.from_round(5))]
    found = in_force(plain, editions)
    assert [any(row.turned for row in found.by_round[number]) for number in range(1, 6)] == [
        False, False, False, True, False,
    ]  # fmt: skip


def test_an_edition_may_stop_earlier_or_go_on():
    assert in_force(mitchell(7), [Edition(4, mitchell(7).by_round[4])]).rounds == 4


def test_rows_of_earlier_rounds_break_the_rule_of_changes():
    breaches = check_editions(mitchell(5), [Edition(4, mitchell(5).from_round(3))])
    assert {(breach.rule, breach.round) for breach in breaches} == {("M11", 3)}


def test_all_editions_are_checked_together():
    movement = mitchell(5, rounds=4)
    again = tuple(row._replace(round=5) for row in movement.by_round[1])
    assert {
        breach.rule for breach in check_editions(movement, [Edition(5, again)])
    } == {"M2", "M3"}
    assert check(movement) == ()
