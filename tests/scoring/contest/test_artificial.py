"""Artificial scores, by Law 12C2."""

from fractions import Fraction

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate.outcome_line import parse_outcome
from tests.scoring.contest.contests import awards, exactly


def three_boards(last, **rules):
    """A contest of three boards at two tables: pair 1 has a top on two of them, pair 2 a bottom, and both
    the outcome `last`.
    """
    slots = [Slot(board, *seats) for board in (1, 2) for seats in
             ((1, 2, parse_outcome("+420")), (3, 4, parse_outcome("-50")))]  # fmt: skip
    slots += [Slot(3, 1, 2, parse_outcome(last)), Slot(3, 3, 4, parse_outcome("NP"))]
    return fold(
        Contest(
            "",
            ContestRules(**rules),
            tuple(map(ContestEntry, range(1, 5))),
            tuple(slots),
        )
    )


def last_awards(last, **rules):
    given = three_boards(last, **rules).slots[4]
    return [given.ns.points, given.ew.points]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("A++", ["2", "6/5"]),  # the own 100 %, and 60 % rather than the own 0 %
        ("A--", ["4/5", "0"]),  # 40 % rather than the own 100 %, and the own 0 %
        ("A==", ["1", "1"]),
        ("A6040", ["6/5", "4/5"]),
    ],
)
def test_an_average_goes_by_the_other_boards_and_a_percentage_does_not(last, expected):
    assert last_awards(last) == exactly(*expected)


def test_a_flat_average_plus_is_sixty_per_cent_for_everybody():
    assert last_awards("A++", average_plus="flat") == exactly("6/5", "6/5")
    assert last_awards("A--", average_plus="flat") == exactly("4/5", "4/5")


def test_trap_59_an_average_plus_is_more_than_sixty_per_cent_for_who_has_more():
    result = three_boards("A++")
    assert result.slots[4].ns.steps == (
        "average plus: the greater of 60 % and 100 % on the other boards",
        "+2",
    )
    assert [row.percent for row in result.lists[0].rows if row.entry == 1] == [100]


def test_several_averages_of_a_pair_go_by_the_boards_without_one():
    slots = [Slot(1, 1, 2, parse_outcome("+420")), Slot(1, 3, 4, parse_outcome("-50"))]
    slots += [Slot(board, 1, 2, parse_outcome("A++")) for board in (2, 3)]
    slots += [Slot(board, 3, 4, parse_outcome("NP")) for board in (2, 3)]
    result = fold(
        Contest("", ContestRules(), tuple(map(ContestEntry, range(1, 5))), tuple(slots))
    )
    assert [each.ns.points for each in result.slots if each.slot.ns == 1] == [2, 2, 2]


@pytest.mark.parametrize("scoring", ["butler", "cross-imps"])
def test_in_imps_averages_are_plus_three_nought_and_minus_three(scoring):
    rules = {"scoring": scoring, "average_plus": "flat"}
    ns, ew = awards("A+-", "+420", "+420", **rules)
    assert (ns[0], ew[0]) == (3, -3)
    assert [side[0] for side in awards("A==", "+420", "+420", **rules)] == [0, 0]


def test_in_imps_the_mean_of_the_other_boards_counts_where_it_is_more():
    assert last_awards("A++", scoring="cross-imps") == exactly("10", "3")
    assert last_awards("A--", scoring="cross-imps") == exactly("-3", "-10")
    steps = three_boards("A++", scoring="cross-imps").slots[4].ns.steps
    assert steps == (
        "average plus: the greater of 3 IMPs and 10 IMPs on the other boards",
        "+10",
    )


@pytest.mark.parametrize(
    ("way", "plus"),
    [("total", "6"), ("per-table", "2"), ("average", "3"), ("match", "3")],
)
def test_an_artificial_score_counts_in_the_way_that_cross_imps_are_printed(way, plus):
    ns, _ = awards(
        "A+-", "+420", "+420", scoring="cross-imps", cross_imps=way, average_plus="flat"
    )
    assert ns[0] == Fraction(plus)


def test_without_another_board_an_average_plus_is_sixty_per_cent():
    assert awards("A+-", "+420", "+450")[0][0] == Fraction("2.4")
