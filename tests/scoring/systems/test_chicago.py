"""Scoring a Chicago wheel: dealers, vulnerability, games and partscores, the end, and house rules."""

import json

import pytest

from scoring import (
    SYSTEMS,
    InvalidDeal,
    InvalidRules,
    NextDeal,
    RubberOver,
    Seat,
    Side,
    fold,
    parse_deal,
)
from scoring.systems.chicago import deal_of_wheel
from tests.scoring.table_talk import WHEEL, figures, premiums, totals, wheel

CHICAGO = SYSTEMS["chicago"]


def test_a_wheel_begins_with_nobody_vulnerable():
    sheet = fold([], system="chicago", dealer=Seat.WEST)
    assert sheet.next == NextDeal(1, Seat.WEST, ())
    assert (sheet.state, sheet.winner, sheet.margin, sheet.closing, sheet.deals) == (
        "open",
        None,
        0,
        (),
        (),
    )


def test_four_deals_by_four_dealers_make_a_wheel():
    sheet = wheel(*WHEEL)
    assert [deal.dealer for deal in sheet.deals] == list("NESW")
    assert (sheet.state, sheet.winner, sheet.margin, sheet.next) == (
        "complete",
        Side.NS,
        370,
        None,
    )
    assert (totals(sheet), dict(sheet.games), sheet.closing) == (
        (600, 230),
        {Side.NS: 1, Side.EW: 0},
        (),
    )
    assert [deal.game_won_by for deal in sheet.deals] == [None, None, Side.NS, None]
    assert [deal.game for deal in sheet.deals] == [1, 1, 1, 2]
    assert dict(sheet.partscore) == {Side.NS: 0, Side.EW: 60}


@pytest.mark.parametrize(
    ("rule", "dealer", "vulnerable"),
    [
        ("dealer", "N", [(), ("EW",), ("NS",), ("NS", "EW")]),
        ("dealer", "E", [(), ("NS",), ("EW",), ("NS", "EW")]),
        ("dealer", "S", [(), ("EW",), ("NS",), ("NS", "EW")]),
        ("dealer", "W", [(), ("NS",), ("EW",), ("NS", "EW")]),
        ("defenders", "N", [(), ("NS",), ("EW",), ("NS", "EW")]),
        ("defenders", "E", [(), ("EW",), ("NS",), ("NS", "EW")]),
        ("defenders", "S", [(), ("NS",), ("EW",), ("NS", "EW")]),
        ("defenders", "W", [(), ("EW",), ("NS",), ("NS", "EW")]),
    ],
)
def test_the_deal_of_the_wheel_decides_who_is_vulnerable(rule, dealer, vulnerable):
    sheet = wheel(*["1cn-1"] * 4, dealer=Seat(dealer), vulnerable=rule)
    assert [deal.vulnerable for deal in sheet.deals] == vulnerable


def test_a_fold_is_repeated_adding():
    deals = [parse_deal(line) for line in ("2ss=", "p", "1ntw+1", "2cn=", "3dw=")]
    sheet = fold([], system="chicago", dealer=Seat.SOUTH)
    for number, deal in enumerate(deals, 1):
        sheet = CHICAGO.add(sheet, deal)
        assert sheet == fold(deals[:number], system="chicago", dealer=Seat.SOUTH)
    with pytest.raises(
        RubberOver, match="Play ended after deal 5, so deal 6 cannot be added"
    ):
        CHICAGO.add(sheet, deals[0])


def test_a_fifth_deal_is_refused():
    with pytest.raises(RubberOver, match="Play ended after deal 4"):
        wheel(*WHEEL, "p")


def test_nothing_is_added_to_an_unfinished_wheel():
    sheet = wheel("4sn=", "2he=", unfinished=True)
    assert (sheet.state, sheet.closing, totals(sheet)) == ("unfinished", (), (420, 60))
    assert (sheet.winner, sheet.margin, sheet.next) == (Side.NS, 360, None)
    assert sheet == CHICAGO.close(wheel("4sn=", "2he="))
    assert CHICAGO.close(sheet) is sheet
    with pytest.raises(RubberOver, match="closed unfinished after deal 2"):
        CHICAGO.add(sheet, parse_deal("p"))


def test_a_complete_wheel_is_not_closed_again():
    assert wheel(*WHEEL, unfinished=True) == wheel(*WHEEL)
    assert CHICAGO.close(wheel(*WHEEL)) == wheel(*WHEEL)


def test_equal_totals_have_no_winner():
    sheet = wheel("1cn-1", "1cn-2", "1ce-5", "1cn-1")
    assert (sheet.state, totals(sheet)) == ("complete", (250, 250))
    assert (sheet.winner, sheet.margin) == (None, 0)


@pytest.mark.parametrize(("game", "points"), [(1, 300), (2, 300), (3, 500), (4, 500)])
def test_a_game_earns_300_or_500_at_once(game, points):
    sheet = wheel(*["p"] * (game - 1), "4sn=", passed_out="counts")
    assert premiums(sheet) == [(game, "NS", "game", points)]
    state = "vulnerable" if points == 500 else "not vulnerable"
    assert sheet.deals[-1].lines[-1].text == f"Game completed, {state}: {points}."


def test_each_side_may_complete_several_games():
    sheet = wheel("4sn=", "4sn=", "3nte=", "3nte=")
    assert dict(sheet.games) == {Side.NS: 2, Side.EW: 2}
    assert premiums(sheet) == [
        (1, "NS", "game", 300),
        (2, "NS", "game", 300),
        (3, "EW", "game", 300),
        (4, "EW", "game", 500),
    ]
    assert [deal.game for deal in sheet.deals] == [1, 2, 3, 4]


def test_a_game_completed_on_the_fourth_deal_earns_no_100_besides():
    sheet = wheel("2hs=", "1ce-1", "1ce-1", "2hs=")
    assert premiums(sheet) == [(4, "NS", "game", 500)]
    assert (
        sheet.deals[3].lines[-1].text
        == "Game completed with 60 carried forward, vulnerable: 500."
    )


def test_points_carried_over_several_deals_complete_a_game():
    sheet = wheel("1cs=", "1ds=", "2hs=")
    assert (
        sheet.deals[2].lines[-1].text
        == "Game completed with 40 carried forward, vulnerable: 500."
    )


def test_duplicate_style_pays_each_contract_by_itself():
    sheet = wheel("2hs=", "2hs=", "4sn=", "1nte=", partscores="duplicate")
    assert premiums(sheet) == [
        (1, "NS", "partscore", 50), (2, "NS", "partscore", 50), (3, "NS", "game", 500), (4, "EW", "partscore", 50),
    ]  # fmt: skip
    assert dict(sheet.partscore) == {Side.NS: 0, Side.EW: 0}
    assert dict(sheet.games) == {Side.NS: 1, Side.EW: 0}
    assert totals(sheet) == (110 + 110 + 620, 90)


def test_honours_score_unless_the_house_says_no():
    assert totals(wheel("4sn-1 h5n")) == (150, 50)
    assert totals(wheel("4sn-1 h5n", partscores="duplicate")) == (150, 50)
    assert totals(wheel("4sn-1 h5n", honours="off")) == (0, 50)


def test_a_passed_out_deal_is_dealt_again_by_the_same_dealer():
    sheet = wheel("1cs-1", "p", "p # nobody dared", "1cs-1")
    assert [
        (deal.number, deal.dealer, deal.vulnerable, deal.lines)
        for deal in sheet.deals[1:3]
    ] == [
        (2, Seat.EAST, ("EW",), ()),
        (3, Seat.EAST, ("EW",), ()),
    ]
    assert sheet.deals[3].dealer is Seat.EAST
    assert sheet.next == NextDeal(5, Seat.SOUTH, ("NS",))


def test_a_wheel_passed_out_for_ever_goes_on():
    assert wheel(*["p"] * 50).next == NextDeal(51, Seat.NORTH, ())


def test_a_passed_out_deal_may_count_as_one_of_the_four():
    sheet = wheel(*["p"] * 4, passed_out="counts")
    assert [deal.dealer for deal in sheet.deals] == list("NESW")
    assert (sheet.state, sheet.winner, sheet.margin) == ("complete", None, 0)


def test_a_refused_deal_leaves_the_sheet_as_it_was():
    sheet = wheel("2hs=")
    with pytest.raises(InvalidDeal):
        CHICAGO.add(sheet, parse_deal("2hs= !ew"))
    assert sheet == wheel("2hs=")


def test_one_deal_by_itself():
    deal = CHICAGO.score_deal(parse_deal("3nte="), vulnerable=(Side.EW,))
    assert figures(deal) == [("EW", "below", 100), ("EW", "above", 500)]
    assert (deal.game_won_by, deal.number, deal.game) == (Side.EW, 1, 1)
    assert figures(CHICAGO.score_deal(parse_deal("2he="))) == [("EW", "below", 60)]
    duplicate = CHICAGO.rules({"partscores": "duplicate"})
    assert figures(CHICAGO.score_deal(parse_deal("2he="), rules=duplicate))[1] == (
        "EW",
        "above",
        50,
    )
    assert CHICAGO.score_deal(parse_deal("p")).lines == ()


def test_the_rules_with_their_defaults_first():
    assert dict(CHICAGO.allowed_rules()) == {
        "vulnerable": ("dealer", "defenders"),
        "partscores": ("carry", "duplicate"),
        "honours": ("on", "off"),
        "passed_out": ("redeal", "counts"),
    }
    chosen = CHICAGO.rules({"partscores": "duplicate", "passed_out": "counts"})
    assert CHICAGO.rules(json.loads(json.dumps(chosen.as_json()))) == chosen


def test_what_is_no_rule_of_chicago_is_refused():
    with pytest.raises(
        InvalidRules, match="the rules are: vulnerable, partscores, honours, passed_out"
    ):
        CHICAGO.rules({"deals": 6})
    with pytest.raises(InvalidRules, match="it is dealer or defenders"):
        CHICAGO.rules({"vulnerable": "both"})
    with pytest.raises(InvalidRules, match="These are not rules of Chicago"):
        CHICAGO.fold([], rules=SYSTEMS["contract"].default_rules)


@pytest.mark.parametrize("first", Seat)
def test_the_place_in_the_wheel_is_how_far_the_deal_has_gone_round(first):
    second = first.next
    assert [
        deal_of_wheel(first, seat)
        for seat in (first, second, second.next, second.next.next)
    ] == [1, 2, 3, 4]
