"""Deals and contracts: facts that cannot occur at a table are refused, and equal facts make equal deals."""

import copy
import pickle

import pytest

from scoring import Contract, Deal, InvalidDeal, Risk, Seat, Side, Strain, parse_deal

FOUR_SPADES = Contract(4, Strain.SPADES)


def test_a_contract_says_how_many_tricks_it_needs():
    assert [Contract(level, Strain.HEARTS).tricks_needed for level in range(1, 8)] == [
        7,
        8,
        9,
        10,
        11,
        12,
        13,
    ]


def test_contracts_are_numbered_without_gaps():
    contracts = [
        Contract(level, strain, risk)
        for strain in Strain
        for level in range(1, 8)
        for risk in Risk
    ]
    assert [contract.ordinal for contract in contracts] == list(range(126))


def test_results_are_numbered_without_gaps_and_a_passed_out_deal_is_number_nought():
    contracts = [
        Contract(level, strain, risk)
        for strain in Strain
        for level in range(1, 8)
        for risk in Risk
    ]
    deals = [
        Deal(contract, seat, tricks)
        for contract in contracts
        for seat in "NE"
        for tricks in range(14)
    ]
    assert [deal.ordinal for deal in (Deal.passed_out(), *deals)] == list(
        range(126 * 28 + 1)
    )
    assert (
        Deal(contracts[0], Seat.SOUTH, 5).ordinal
        == Deal(contracts[0], Seat.NORTH, 5).ordinal
    )


@pytest.mark.parametrize("level", [0, 8, -1, "4", 4.0, True, None])
def test_a_contract_needs_a_level_from_one_to_seven(level):
    with pytest.raises(InvalidDeal):
        Contract(level, Strain.SPADES)


@pytest.mark.parametrize(
    ("strain", "risk"), [("X", ""), (None, ""), ("S", "XXX"), ("S", None), ([], "")]
)
def test_a_contract_needs_a_strain_and_a_risk_that_exist(strain, risk):
    with pytest.raises(InvalidDeal):
        Contract(4, strain, risk)


def test_codes_become_the_values_they_stand_for():
    deal = Deal(
        Contract(4, "S", "X"),
        "N",
        10,
        honours=[["S", 4]],
        transferred=[("NS", 1)],
        voids=["E"],
        revokes=["EW"],
    )
    assert deal == parse_deal("4SXN= h4S t1NS vE !EW")
    assert isinstance(deal.declarer, Seat)
    assert isinstance(deal.contract.risk, Risk)


def test_the_order_in_which_facts_are_told_does_not_matter():
    deal = Deal(FOUR_SPADES, Seat.NORTH, 10, honours=((Seat.WEST, 1), (Seat.NORTH, 3)))
    assert deal == Deal(
        FOUR_SPADES, Seat.NORTH, 10, honours=((Seat.NORTH, 3), (Seat.WEST, 1))
    )
    assert hash(deal) == hash(parse_deal("4sn= h3n h1w"))


def test_a_holding_of_none_is_no_holding():
    assert Deal(FOUR_SPADES, Seat.NORTH, 10, honours=((Seat.WEST, 0),)) == Deal(
        FOUR_SPADES, Seat.NORTH, 10
    )


def test_a_note_is_kept_on_one_line():
    assert Deal.passed_out(" thrown\n in ").note == "thrown in"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"contract": "4S"}, "contract"),
        ({"declarer": None}, "declarer"),
        ({"declarer": "X"}, "declarer"),
        ({"declarer": 3}, "declarer"),
        ({"tricks": None}, "result"),
        ({"tricks": 14}, "result"),
        ({"tricks": -1}, "result"),
        ({"tricks": 10**5000}, "result"),
        ({"tricks": "10"}, "result"),
        ({"tricks": True}, "result"),
        ({"honours": 4}, "honours"),
        ({"honours": (4,)}, "honours"),
        ({"honours": ((Seat.NORTH, "4"),)}, "honours"),
        ({"honours": ((Seat.NORTH, -1),)}, "honours"),
        ({"honours": ((Seat.NORTH, 2), (Seat.NORTH, 2))}, "honours"),
        ({"honours": ((Seat.NORTH, 4), (Seat.SOUTH, 2))}, "honours"),
        ({"honours": (("NS", 4),)}, "honours"),
        ({"transferred": ((Side.EW, 4),)}, "transferred"),
        ({"transferred": ((Side.NS, 11),)}, "transferred"),
        ({"transferred": ((Seat.NORTH, 1),)}, "transferred"),
        ({"voids": 1}, "voids"),
        ({"voids": "NE"}, "voids"),
        ({"voids": (Seat.NORTH, Seat.NORTH)}, "voids"),
        ({"voids": tuple(Seat)}, "voids"),
        ({"voids": (Side.NS,)}, "voids"),
        ({"honours": ((Seat.NORTH, 1),), "voids": (Seat.NORTH,)}, "voids"),
        ({"revokes": (Seat.NORTH,)}, "revokes"),
        ({"note": None}, "note"),
        ({"note": "\x07"}, "note"),
        ({"contract": None}, "declarer"),
        ({"contract": None, "declarer": None}, "result"),
        (
            {
                "contract": None,
                "declarer": None,
                "tricks": None,
                "voids": (Seat.NORTH,),
            },
            "voids",
        ),
    ],
)
def test_facts_that_no_deal_can_have_are_refused(facts, field):
    with pytest.raises(InvalidDeal) as refusal:
        Deal(
            **({"contract": FOUR_SPADES, "declarer": Seat.NORTH, "tricks": 10} | facts)
        )
    assert (refusal.value.field, refusal.value.column) == (field, None)


def test_a_result_is_told_as_players_say_it():
    deals = [parse_deal(line) for line in ("4sn=", "4sn+3", "4sn-10", "p")]
    assert [deal.relative for deal in deals] == ["=", "+3", "−10", ""]
    assert [deal.made for deal in deals] == [True, True, False, False]
    assert [deal.side for deal in deals] == [Side.NS, Side.NS, Side.NS, None]


def test_a_deal_never_changes():
    with pytest.raises(AttributeError):
        parse_deal("4sn=").tricks = 11


def test_a_deal_survives_copying_and_pickling():
    deal = parse_deal("4sxn+1 h4s # kept")
    assert copy.deepcopy(deal) == pickle.loads(pickle.dumps(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)).contract.ordinal == deal.contract.ordinal
