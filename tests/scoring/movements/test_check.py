"""The checker of movements: each rule finds exactly the fault that the test puts in."""

from dataclasses import replace

import pytest

from scoring.movements.check import RULES, BrokenMovement, check, proved
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import mitchell
from scoring.movements.teams import teams
from tests.scoring.movements.plans import EVERY, USUAL, plan


def found(movement):
    return [(breach.rule, breach.round, breach.table) for breach in check(movement)]


@pytest.mark.parametrize("name", EVERY)
def test_every_movement_that_is_made_keeps_all_rules(name):
    assert found(EVERY[name]()) == []


@pytest.mark.parametrize(
    "name",
    [name for name in USUAL if name.split()[0] in ("mitchell", "howell", "hesitation")],
)
def test_it_keeps_them_with_half_a_table_and_then_one_pair_sits_out_at_a_time(name):
    movement = EVERY[name]()
    half = movement.without(movement.entries[-1])
    assert found(half) == []
    rounds = [number for number, _ in half.sit_outs]
    assert len(rounds) == len(set(rounds))


PLANTED = {
    "M1 a pair at two tables": ("1 1 1 3 1\n1 2 1 4 2\n", ("M1", 1, 2)),
    "M1 a table with two rows": ("1 1 1 3 1\n1 1 2 4 2\n", ("M1", 1, 1)),
    "M2 a pair is met again": ("1 1 1 3 1\n2 1 1 3 2\n", ("M2", 2, 1)),
    "M3 a set is played again": (
        "1 1 1 3 1\n1 2 2 4 2\n2 1 1 4 1\n2 2 2 3 3\n",
        ("M3", 2, 1),
    ),
    "M4 a set is at two tables": ("1 1 1 3 1\n1 2 2 4 1\n", ("M4", 1, 2)),
    "M5 a pair sits out again": (
        "1 1 1 3 1\n1 2 2 4 2\n2 1 1 4 3\n3 1 2 1 4\n",
        ("M5", 3, None),
    ),
    "M6 a pair meets itself": ("1 1 1 1 1\n", ("M6", 1, 1)),
    "M6 nobody sits at a table": ("1 1 1 3 1\n1 2 - - 2\n", ("M6", 1, 2)),
    "M7 a full movement in which two do not meet": (
        "movement x pairs full\n1 1 1 2 1\n1 2 3 4 2\n",
        ("M7", None, None),
    ),
    "M8 a pair in the other line": (
        "movement x pairs winners=2\n1 1 1 3 1\n1 2 2 4 2\n2 1 4 1 3\n2 2 3 2 4\n",
        ("M8", 2, 1),
    ),
    "M9 half a match": ("movement x teams\n1 1 1 2 1\n1 2 2 1 2\n", ("M9", 1, 1)),
    "M10 partners again": ("1 1 1 2 3 4 1\n2 1 1 2 5 6 2\n", ("M10", 2, 1)),
    "M10 opponents a third time": (
        "1 1 1 2 3 4 1\n2 1 1 5 3 6 2\n3 1 1 7 3 8 3\n",
        ("M10", 3, 1),
    ),
    "M12 a set that is not there": (
        "movement x pairs sets=1\n1 1 1 3 1\n1 2 2 4 2\n",
        ("M12", 1, 2),
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found_where_it_is(fault):
    text, where = PLANTED[fault]
    assert where in found(plan(text))
    assert where[0] == fault.split()[0]


def test_every_rule_has_a_planted_fault_but_that_of_changes():
    assert {fault.split()[0] for fault in PLANTED} == RULES.keys() - {"M11"}


def test_what_is_declared_is_no_breach():
    assert found(plan("1 1 1 3 1 shared\n1 2 2 4 1 shared\n")) == []
    assert found(plan("movement x pairs replays\n1 1 1 3 1\n2 1 1 3 2\n")) == []
    assert (
        found(plan("movement x pairs sits-twice\n1 1 1 3 1\n2 1 2 4 2\n3 1 1 4 3\n"))
        == []
    )
    assert (
        found(
            plan(
                "movement x pairs winners=2\n1 1 1 3 1\n1 2 2 4 2\n2 1 4 1 3 turned\n2 2 3 2 4 turned\n"
            )
        )
        == []
    )


def test_who_comes_later_or_leaves_does_not_sit_out():
    assert found(plan("stay 3 3 3\nstay 4 3 3\n1 1 1 2 1\n3 1 3 4 3\n"))[0][0] == "M5"
    late = plan(
        "stay 3 2 2\nstay 4 2 2\nstay 1 1 1\nstay 2 1 1\n1 1 1 2 1\n2 1 3 4 2\n"
    )
    assert (late.sit_outs, found(late)) == ((), [])


@pytest.mark.parametrize("tables", [4, 6, 8, 10])
def test_an_even_mitchell_without_a_skip_or_share_breaks_down_after_half_of_its_rounds(
    tables,
):
    plain = "".join(
        f"{number} {table} {table} {tables + (table - number) % tables + 1} {(table + number - 2) % tables + 1}\n"
        for number in range(1, tables // 2 + 2)
        for table in range(1, tables + 1)
    )
    assert {place[:2] for place in found(plan(plain))} == {("M3", tables // 2 + 1)}


def test_a_round_too_many_is_refused_with_round_table_and_rule():
    with pytest.raises(BrokenMovement) as refusal:
        proved(mitchell(8, rounds=8))
    assert (
        refusal.value.message
        == "Round 8, table 1: pairs 1 and 9 meet again, after round 1 (M2)"
    )
    assert len(refusal.value.breaches) == 8


def test_a_movement_that_keeps_the_rules_is_given_back():
    movement = howell(4)
    assert proved(movement) is movement


def test_breaches_come_in_the_order_of_rounds_and_tables():
    places = found(plan("1 1 1 3 1\n1 2 2 4 1\n2 1 1 3 1\n2 2 2 4 1\n"))
    assert places == sorted(places, key=lambda place: place[1:])


@pytest.mark.parametrize(
    "movement",
    [howell(5), individual(12), teams(7), teams(6), teams(7, way="triangle")],
    ids=["pairs", "individual", "teams", "head to head", "triangle"],
)
def test_one_row_that_is_changed_is_always_noticed(movement):
    for row in movement.rows:
        others = [each for each in movement.rows if each != row]
        taken = {each.set for each in others if {*each.seated} & {*row.seated}}
        another = row._replace(set=min(taken - {row.set}))
        assert found(replace(movement, rows=tuple(sorted([*others, another])))) != []
