"""Every contract rubber example of the collection, by its id; "We" are North-South."""

from scoring import SYSTEMS, Contract, Kind, Side, Strain
from scoring.contract_deal import undertrick_points
from tests.scoring.table_talk import contract_lines
from tests.scoring.worked_examples import (
    COLUMNS,
    SIDES,
    STRAINS,
    deal_of,
    of_kind,
    points,
)

STILL_OPEN = {"R19-transferred-tricks"}  # one deal of a rubber that goes on
KINDS = {
    "odd_tricks": Kind.TRICKS,
    "overtricks": Kind.OVERTRICKS,
    "insult": Kind.INSULT,
    "slam": Kind.SLAM,
    "undertricks": Kind.UNDERTRICKS,
}


def assert_lines(lines, expected):
    for name, side in SIDES.items():
        assert points(lines, "below", side) == expected["below"][name]
        assert points(lines, "above", side) == expected["above"][name]
        held = [
            line.points
            for line in lines
            if line.kind is Kind.HONOURS and line.side is side
        ]
        assert sum(held) == expected.get("breakdown", {}).get("honors", {}).get(name, 0)
    for name, kind in KINDS.items():
        scored = sum(line.points for line in lines if line.kind is kind)
        assert scored == expected.get("breakdown", {}).get(name, 0)


@of_kind("deal", "contract-rubber")
def test_deal(example):
    (entry,), (expected,) = example["deals"], example["expected"]["per_deal"]
    deal = deal_of(entry)
    vulnerable = (deal.side,) if entry["vulnerable"] else ()
    assert_lines(
        SYSTEMS["contract"].score_deal(deal, vulnerable=vulnerable).lines, expected
    )


@of_kind("rubber", "contract-rubber")
def test_rubber(example):
    contract, expected = SYSTEMS["contract"], example["expected"]
    rules = contract.rules(
        {"unfinished_partscore": 50} if "partscore 50" in example["profile"] else {}
    )
    deals = [deal_of(entry) for entry in example["deals"]]
    sheet = contract.fold(
        deals, rules=rules, unfinished=example["id"] not in STILL_OPEN
    )

    for scored, entry, wanted in zip(
        sheet.deals, example["deals"], expected["per_deal"], strict=True
    ):
        if not scored.deal.is_passed_out:
            assert (scored.deal.side in scored.vulnerable) == entry["vulnerable"]
            assert_lines(scored.lines, wanted)
        assert scored.game_won_by == SIDES.get(wanted.get("game_to"))
        upto = contract.fold(deals[: scored.number], rules=rules)
        if "leg_after" in wanted:
            assert dict(upto.partscore) == {
                SIDES[name]: leg for name, leg in wanted["leg_after"].items()
            }

    bonus = [expected["rubber_bonus"]] if expected["rubber_bonus"] else []
    closing = [
        (SIDES[line["side"]], line["points"])
        for line in bonus + expected["unfinished_bonuses"]
    ]
    assert [(line.side, line.points) for line in sheet.closing] == closing
    state = (
        "complete"
        if example["finished"]
        else "open"
        if example["id"] in STILL_OPEN
        else "unfinished"
    )
    assert sheet.state == state
    assert {name: sheet.games[side] for name, side in SIDES.items()} == expected[
        "games"
    ]
    assert {name: sheet.totals[side].total for name, side in SIDES.items()} == expected[
        "totals"
    ]
    assert sheet.margin == expected["margin"]["points"]
    assert sheet.winner == (
        None if state == "open" else SIDES[expected["margin"]["side"]]
    )


@of_kind("table", "contract-rubber")
def test_made_contracts(example):
    for row, cells in example["expected"].items():
        level, group, _, odd_tricks = row.split()
        for strain in STRAINS[group]:
            for (risk, vulnerable), cell in zip(COLUMNS, cells, strict=True):
                lines = contract_lines(
                    Contract(int(level), Strain(strain), risk),
                    Side.NS,
                    int(odd_tricks) + 6,
                    vulnerable,
                )
                assert (
                    f"{points(lines, 'below', Side.NS)}/{points(lines, 'above', Side.NS)}"
                    == cell
                )


@of_kind("table", "contract-rubber+chicago+duplicate")
def test_undertricks(example):
    for down, cells in example["expected"].items():
        assert [
            undertrick_points(abs(int(down)), risk, vulnerable=vul)
            for risk, vul in COLUMNS
        ] == cells
