"""A whole session with one result of every kind, compared with figures worked out by hand in another file."""

import json
from fractions import Fraction
from pathlib import Path

from scoring.contest import fold
from scoring.contest.rounding import two_decimals
from scoring.text.session_file import read_session

DATA = Path(__file__).resolve().parents[1] / "data"
EXPECTED = json.loads((DATA / "example_session.json").read_text("utf-8"))


def example(**rules):
    with (DATA / "example_session.txt").open("rb") as lines:
        contest = read_session(lines)
    chosen = {**contest.rules.as_json(), **rules}
    return type(contest)(**{**fields(contest), "rules": type(contest.rules)(**chosen)})


def fields(contest):
    return {name: getattr(contest, name) for name in contest.__slots__}


def percentages(result):
    return {
        str(row.entry): two_decimals(row.percent)
        for each in result.lists
        for row in each.rows
    }


def test_every_award_is_the_expected_fraction():
    found = {}
    for scored in fold(example()).slots:
        if scored.ns is not None:
            awards = [str(scored.ns.points), str(scored.ew.points)]
            found.setdefault(str(scored.slot.board), {})[
                f"{scored.slot.ns}-{scored.slot.ew}"
            ] = awards
    assert found == EXPECTED["awards_ns_ew"]


def test_every_percentage_is_the_expected_one():
    assert percentages(fold(example())) == EXPECTED["percent"]["session"]


def test_with_a_flat_average_plus_only_that_pair_has_another():
    flat = percentages(fold(example(average_plus="flat")))
    assert flat == EXPECTED["percent"]["session"] | {"7": "74.44"}


def test_the_places_of_both_lines():
    result = fold(example())
    assert [
        (each.name, [(row.place, row.entry, row.boards) for row in each.rows])
        for each in result.lists
    ] == [
        ("ns", [(1, 2, 3), (2, 3, 4), (3, 4, 4), (4, 1, 4)]),
        ("ew", [(1, 7, 3), (2, 6, 4), (3, 8, 4), (4, 5, 4)]),
    ]
    assert result.top == 6


def test_boards_two_and_three_add_up_as_the_factor_promises():
    real = [
        each
        for each in fold(example()).slots
        if each.slot.board in (2, 3) and each.slot.ns != each.slot.ew
    ]
    for board in (2, 3):
        sums = [
            each.ns.points
            for each in real
            if each.slot.board == board and each.ns and each.slot.ew != 7
        ]
        assert sum(sums, Fraction(0)) == 9
