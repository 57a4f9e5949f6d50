"""The collection of worked examples. "We" are North-South."""

import json
from pathlib import Path

import pytest

from scoring import Contract, Deal, Risk, Seat, Side, Strain

EXAMPLES = json.loads(
    (Path(__file__).parent / "data" / "examples.json").read_text("utf-8")
)["examples"]
SIDES = {"We": Side.NS, "They": Side.EW}
DECLARERS = {"We": Seat.SOUTH, "They": Seat.EAST}
RISKS = dict(enumerate(Risk))
# Of the printed tables.
COLUMNS = [(risk, vulnerable) for vulnerable in (False, True) for risk in Risk]
STRAINS = {"minor": "CD", "major": "HS", "notrump": ["NT"]}


def of_kind(kind, *systems):
    """A parametrize mark that runs a test with every example of this kind and these systems, named by its id."""
    wanted = [
        example
        for example in EXAMPLES
        if example["system"] in systems and example["kind"] == kind
    ]
    return pytest.mark.parametrize(
        "example", [pytest.param(example, id=example["id"]) for example in wanted]
    )


def contract_of(entry):
    """The contract that an entry of an example describes."""
    return Contract(
        int(entry["contract"][0]),
        Strain(entry["contract"][1:]),
        RISKS[entry["doubled"]],
    )


def deal_of(entry):
    """The deal that an entry of a contract bridge or Chicago example describes."""
    if entry.get("passed_out"):
        return Deal.passed_out()
    contract = contract_of(entry)
    honours = [
        (DECLARERS[side], _held(points, contract))
        for side, points in entry.get("honors", {}).items()
    ]
    return Deal(
        contract, DECLARERS[entry["declarer_side"]], entry["tricks"], tuple(honours)
    )


def points(lines, where, side):
    """The sum of a side's points in one place of the sheet."""
    return sum(
        line.points for line in lines if line.where == where and line.side is side
    )


def _held(points, contract):
    return 4 if points == 100 or contract.strain is Strain.NOTRUMP else 5
