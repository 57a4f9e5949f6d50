"""Every single-deal example and table of duplicate bridge in the collection, by its id."""

from scoring import Contract, Deal, Seat, Side, Strain, score_board
from tests.scoring.worked_examples import COLUMNS, STRAINS, contract_of, of_kind

BOARD = {False: 1, True: 4}  # nobody vulnerable, everybody


def declarers_score(contract, tricks, vulnerable):
    """The score of declarer's side, after a check that it is the same for a declarer of either side."""
    ours, theirs = (
        score_board(BOARD[vulnerable], Deal(contract, seat, tricks)).score
        for seat in (Seat.NORTH, Seat.WEST)
    )
    assert ours == -theirs
    return ours


@of_kind("deal", "duplicate")
def test_deal(example):
    (entry,) = example["deals"]
    scored = declarers_score(contract_of(entry), entry["tricks"], entry["vulnerable"])
    assert scored == example["expected"]["declarer_score"]


@of_kind("table", "duplicate")
def test_made_contracts(example):
    for row, cells in example["expected"].items():
        level, group, _, odd_tricks = row.split()
        for strain in STRAINS[group]:
            scores = [
                declarers_score(
                    Contract(int(level), Strain(strain), risk),
                    int(odd_tricks) + 6,
                    vulnerable,
                )
                for risk, vulnerable in COLUMNS
            ]
            assert scores == cells


@of_kind("table", "contract-rubber+chicago+duplicate")
def test_undertricks(example):
    for down, cells in example["expected"].items():
        level = max(1, int(down) - 6)
        for strain in (strain for strain in Strain if strain is not Strain.ROYALS):
            contracts = [
                (Contract(level, strain, risk), vulnerable)
                for risk, vulnerable in COLUMNS
            ]
            tricks = level + 6 - int(down)
            assert [
                -declarers_score(contract, tricks, vulnerable)
                for contract, vulnerable in contracts
            ] == cells


def test_a_score_is_north_souths():
    assert (
        score_board(1, Deal(Contract(4, Strain.SPADES), Seat.EAST, 10)).lines[0].side
        is Side.EW
    )
    assert score_board(1, Deal(Contract(4, Strain.SPADES), Seat.EAST, 10)).score == -420
