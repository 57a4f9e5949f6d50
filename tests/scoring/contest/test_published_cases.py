"""Cases that federations, forums and programs of results published, with the figures that they give."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.contest import ContestRules, fold
from scoring.contest.practices import with_practice
from scoring.contest.rounding import half_away, two_decimals
from scoring.text.session_file import read_session
from tests.scoring.contest.contests import traveller

DATA = Path(__file__).parents[1] / "data" / "published_cases.json"
CASES = json.loads(DATA.read_text("utf-8"))


def cases_of(kind):
    """A parametrize mark that runs a test with every case of this kind, named by what the case is."""
    wanted = []
    for case in CASES:
        if case["kind"] == kind:
            wanted.append(pytest.param(case, id=case["what"][:60]))
    return pytest.mark.parametrize("case", wanted)


def result_of(case):
    """The result of a case that is a session file, by the rules of the file and those of the case."""
    contest = read_session(case["session"].encode().splitlines(keepends=True))
    chosen = contest.rules.as_json() | with_practice(case["rules"])
    rules = ContestRules.from_mapping(chosen)
    return fold(replace(contest, rules=rules))


def rounded(award, case):
    return half_away(award.points, case.get("places", 2))


def decimal(figure):
    return Fraction(str(figure))


@cases_of("board")
def test_a_board_has_the_published_awards(case):
    rules = with_practice(case["rules"])
    rules["scoring"] = case.get("method", "matchpoints")
    results = [f"{score:+}" for score in case["scores"]]
    contest = traveller(*results, expected=case.get("expected"), **rules)

    found = [rounded(scored.ns, case) for scored in fold(contest).slots]

    assert found == [decimal(figure) for figure in case["want"]]


@cases_of("awards")
def test_the_tables_of_a_board_have_the_published_awards(case):
    slots = {(each.slot.board, each.slot.ns): each for each in result_of(case).slots}
    for (board, ns), (of_ns, of_ew) in case["want"]:
        scored = slots[board, ns]
        assert rounded(scored.ns, case) == decimal(of_ns)
        assert rounded(scored.ew, case) == decimal(of_ew)


@cases_of("session")
def test_an_entry_has_the_published_sum(case):
    rows = result_of(case).lists[0].rows
    found = {str(row.entry): row for row in rows}
    for entry, figure in case["want"].items():
        row = found[entry]
        figures = {"score": str(row.score)}
        if row.percent is not None:
            figures["percent"] = two_decimals(row.percent)
        assert figures[case["column"]] == figure


@cases_of("lists")
def test_a_stratum_has_its_lists(case):
    names = [ranked.name for ranked in result_of(case).lists]
    assert set(case["want"]) < set(names)


def test_every_case_is_of_a_kind_that_is_tested():
    assert {case["kind"] for case in CASES} == {"board", "awards", "session", "lists"}
    assert len(CASES) == 22
