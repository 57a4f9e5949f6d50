"""Law 12: artificial scores by who is at fault, and the clause of the law for each kind of outcome."""

from itertools import product

import pytest

from scoring.duplicate.law12 import Fault, artificial_score, clause_of
from scoring.duplicate.outcome_line import outcome_line, parse_outcome


def test_each_side_has_its_average_by_its_own_fault():
    lines = {
        (ns, ew): outcome_line(artificial_score(ns, ew))
        for ns, ew in product(Fault, Fault)
    }
    marks = {Fault.NONE: "+", Fault.PART: "=", Fault.FULL: "-"}
    assert lines == {
        (ns, ew): f"A{marks[ns]}{marks[ew]}" for ns, ew in product(Fault, Fault)
    }


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("+420", "12C1"),
        ("60%=+420,40%=-50", "12C1c"),
        ("ns:-50,ew:-420", "12C1e"),
        ("A6040", "12C2"),
        ("NP", ""),
    ],
)
def test_each_kind_of_outcome_has_its_clause(line, clause):
    assert clause_of(parse_outcome(line)) == clause
