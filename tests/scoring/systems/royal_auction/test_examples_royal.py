"""Every royal auction example of the collection, by its id; "We" are North-South."""

from dataclasses import replace

import pytest

from scoring import Contract, Deal, InvalidDeal, Kind, Seat, Side, State, Strain
from tests.scoring.royal_talk import ROYAL, figures
from tests.scoring.worked_examples import EXAMPLES, RISKS, SIDES

EDITIONS = {
    "whist-club-1912": {},
    "whist-club-1915": {
        "chicane": "off",
        "revoke": 100,
        "slams": "50-100",
        "spades": "royals",
    },
}
BREAKDOWN = {
    "bonus": Kind.INSULT,
    "undertricks": Kind.UNDERTRICKS,
    "slam": Kind.SLAM,
    "little slam": Kind.SLAM,
}

# How the two hands of a side hold what the examples call it.
SPLITS = {
    "3": (2, 1),
    "4": (2, 2),
    "5": (3, 2),
    "4in1": (4, 0),
    "4in1+1": (4, 1),
    "5in1": (5, 0),
}
TABLE = {
    "3_between": (2, 1),
    "4_between": (3, 1),
    "5_between": (3, 2),
    "4_in_one": (4, 0),
    "4_in_one_5th_partner": (4, 1),
    "5_in_one": (5, 0),
    "3_aces": (2, 1),
    "4_aces": (2, 2),
    "4_aces_in_one": (4, 0),
}
# Four honours divided between partners of whom one is void of trumps: no hands can hold them so.
IMPOSSIBLE = "A40-chicane-own"


def of_kind(kind):
    wanted = [
        example
        for example in EXAMPLES
        if example["system"] == "royal-auction" and example["kind"] == kind
    ]
    kept = [example for example in wanted if example["id"] != IMPOSSIBLE]
    return pytest.mark.parametrize(
        "example", [pytest.param(example, id=example["id"]) for example in kept]
    )


def holdings(held, voids, strain):
    """The honours of all four hands; honours that the example does not name are in one hand of the other side."""
    if not held:
        return ()
    ((name, what),) = held.items()
    side = SIDES[name]
    split = (3, 0) if what == "3" and name in voids else SPLITS[what]
    rest = (4 if strain is Strain.NOTRUMP else 5) - sum(split)
    return (*zip(side.seats, split, strict=True), (side.other.seats[0], rest))


def deal_of(entry, declarer):
    strain = Strain(entry["denomination"])
    contract = Contract(entry["bid"], strain, RISKS[entry.get("doubled", 0)])
    voids = entry.get("chicane", {})
    hands = [
        seat for name, count in voids.items() for seat in SIDES[name].seats[2 - count :]
    ]
    return Deal(
        contract,
        declarer,
        entry["tricks"],
        holdings(entry.get("hon", {}), voids, strain),
        voids=tuple(hands),
    )


def declarer_of(entry, dealer):
    side = SIDES[entry["declarer_side"]]
    return dealer if dealer.side is side else side.seats[0]


def points(lines, side, *kinds, where=None):
    return sum(
        line.points
        for line in lines
        if line.side is side
        and (not kinds or line.kind in kinds)
        and where in (None, line.where)
    )


def assert_lines(lines, expected):
    for name, side in SIDES.items():
        assert points(lines, side, where="below") == expected["trick_points"][name]
        assert points(lines, side, where="above") == expected["honor_column"][name]
        if "honors_after_chicane" in expected:
            assert (
                points(lines, side, Kind.HONOURS, Kind.CHICANE)
                == expected["honors_after_chicane"][name]
            )
    figures = [
        (name.removeprefix("We ").removeprefix("They "), worth)
        for name, worth in expected.get("breakdown", [])
    ]
    plain = {Kind.TRICKS, Kind.HONOURS, Kind.CHICANE}
    assert [(line.kind, line.points) for line in lines if line.kind not in plain] == [
        (BREAKDOWN[name], worth) for name, worth in figures
    ]


@of_kind("deal")
def test_deal(example):
    (entry,), (expected,) = example["deals"], example["expected"]["per_deal"]
    declarer = SIDES[entry["declarer_side"]].seats[0]
    scored = ROYAL.score_deal(deal_of(entry, declarer), dealer=declarer)
    assert_lines(scored.lines, expected)


@of_kind("rubber")
def test_rubber(example):
    deals, dealer = [], Seat.NORTH
    for entry in example["deals"]:
        declarer = declarer_of(entry, dealer)
        assert declarer is dealer or not entry.get("one_spade_cap")
        deals.append(deal_of(entry, declarer))
        dealer = dealer.next
    sheet, expected = ROYAL.fold(deals), example["expected"]

    for scored, wanted in zip(sheet.deals, expected["per_deal"], strict=True):
        assert_lines(scored.lines, wanted)
        assert scored.game_won_by == SIDES.get(wanted.get("game_to"))
        totals = ROYAL.fold(deals[: scored.number]).totals
        if scored.number < len(deals):
            assert totals[Side.NS].total - totals[Side.EW].total == wanted["net_after"]
    assert {name: sheet.games[side] for name, side in SIDES.items()} == expected[
        "games"
    ]
    assert [(line.side, line.points) for line in sheet.closing] == [
        (SIDES[expected["rubber_won_by"]], expected["rubber_bonus"])
    ]
    assert {name: sheet.totals[side].below for name, side in SIDES.items()} == expected[
        "trick_totals"
    ]
    above = {
        name: sheet.totals[side].above - points(sheet.closing, side)
        for name, side in SIDES.items()
    }
    assert above == expected["honor_totals"]
    assert {name: sheet.totals[side].total for name, side in SIDES.items()} == expected[
        "totals"
    ]
    assert (sheet.state, sheet.winner, sheet.margin) == (
        State.COMPLETE,
        SIDES[expected["margin"]["side"]],
        expected["margin"]["points"],
    )


@of_kind("honor-table")
def test_honour_table(example):
    strain = Strain(example["input"]["denomination"])
    in_pack = 4 if strain is Strain.NOTRUMP else 5
    for name, worth in example["expected"].items():
        split = TABLE[name]
        held = (
            *zip(Side.EW.seats, split, strict=True),
            (Seat.NORTH, in_pack - sum(split)),
        )
        deal = Deal(Contract(1, strain), Seat.NORTH, 7, held)
        (line,) = [
            line for line in ROYAL.score_deal(deal).lines if line.kind is Kind.HONOURS
        ]
        assert (line.side, line.points) == (Side.EW, worth)


@of_kind("revoke")
def test_revoke(example):
    entry, expected = example["input"], example["expected"]
    declared = {
        "bid": 3,
        "denomination": "H",
        "tricks": entry["tricks_by_declarer"],
    } | entry
    deal = deal_of(declared, SIDES[entry["declarer_side"]].seats[0])
    taken = 3 if entry.get("penalty_chosen") == "three tricks" else 0
    deal = replace(
        deal,
        tricks=deal.tricks + taken,
        transferred=((deal.side, taken),),
        revokes=(SIDES[entry["revoking_side"]],),
    )
    lines = ROYAL.score_deal(deal).lines
    for name, side in SIDES.items():
        assert points(lines, side, where="below") == expected["trick_points"][name]
        assert points(lines, side, where="above") == expected["honor_column"][name]


@of_kind("edition-switch")
def test_edition_switch(example):
    entry = {**example["input"], "declarer_side": "We"}
    for edition, expected in example["expected"].items():
        deal = deal_of(entry, Seat.NORTH)
        lines = ROYAL.score_deal(deal, rules=ROYAL.rules(EDITIONS[edition])).lines
        assert points(lines, Side.NS, where="below") == expected["trick_points"]


def test_the_example_of_own_chicane_gives_its_figures_apart_but_not_together():
    """Example A40 counts both 16 for chicane and 32 for four honours between partners.

    They cannot both occur: if one partner is void, the other holds all four.
    """
    (example,) = [example for example in EXAMPLES if example["id"] == IMPOSSIBLE]
    (entry,) = example["deals"]
    with pytest.raises(InvalidDeal, match="void of trumps cannot hold"):
        deal_of(entry, Seat.NORTH)
    assert figures("2hn= h2n h2s h1e")[1:] == [("NS", "honours", 32)]
    assert figures("2hn= h4n h1e vs")[1:] == [
        ("NS", "honours", 64),
        ("NS", "chicane", 16),
    ]
    assert example["expected"]["per_deal"][0]["honor_column"]["We"] == 32 + 16
