"""Scoring a rubber of contract bridge: games, vulnerability, dealers, the end, honours and house rules."""

import copy
import pickle

import pytest

from scoring import (
    SYSTEMS,
    InvalidDeal,
    InvalidRules,
    Kind,
    NextDeal,
    RubberOver,
    Seat,
    Side,
    Totals,
    fold,
    parse_deal,
)
from tests.scoring.table_talk import NINE_DEALS, closing, figures, rubber

CONTRACT = SYSTEMS["contract"]


def test_a_rubber_begins_with_nobody_vulnerable():
    sheet = fold([], dealer=Seat.WEST)
    assert sheet.next == NextDeal(1, Seat.WEST, ())
    assert (sheet.state, sheet.winner, sheet.margin, sheet.closing, sheet.deals) == (
        "open",
        None,
        0,
        (),
        (),
    )


def test_the_nine_deals_of_the_worked_rubber():
    sheet = rubber(*NINE_DEALS)
    assert sheet.totals["NS"] == Totals(480, 1210, 1690)
    assert sheet.totals["EW"] == Totals(320, 560, 880)
    assert [scored.game for scored in sheet.deals] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [scored.game_won_by for scored in sheet.deals] == [
        None,
        None,
        "EW",
        None,
        None,
        "NS",
        None,
        None,
        "EW",
    ]
    assert [scored.dealer for scored in sheet.deals] == list("NESWNESWN")
    assert [scored.vulnerable for scored in sheet.deals] == [()] * 3 + [("EW",)] * 3 + [
        ("NS", "EW")
    ] * 3
    assert closing(sheet) == [("EW", "rubber", 500)]
    assert (sheet.state, sheet.winner, sheet.margin, sheet.next) == (
        "complete",
        Side.NS,
        810,
        None,
    )


def test_a_fold_is_repeated_adding():
    deals = [parse_deal(line) for line in NINE_DEALS]
    sheet = fold([], dealer=Seat.SOUTH)
    for number, deal in enumerate(deals, 1):
        sheet = CONTRACT.add(sheet, deal)
        assert sheet == fold(deals[:number], dealer=Seat.SOUTH)
    with pytest.raises(RubberOver):
        CONTRACT.add(sheet, deals[0])


def test_closing_an_open_sheet_is_folding_it_unfinished():
    deals = [parse_deal(line) for line in ("4sn=", "2he=")]
    sheet = CONTRACT.close(fold(deals))
    assert sheet == fold(deals, unfinished=True)
    assert (sheet.state, sheet.winner, sheet.margin, sheet.next) == (
        "unfinished",
        Side.NS,
        260,
        None,
    )
    assert [line.law for line in sheet.closing] == ["Law 80", "Law 80"]


def test_a_closed_sheet_takes_no_more_deals():
    sheet = rubber("4sn=", unfinished=True)
    assert CONTRACT.close(sheet) is sheet
    with pytest.raises(RubberOver, match="closed unfinished after deal 1, so deal 2"):
        CONTRACT.add(sheet, parse_deal("p"))


def test_a_complete_rubber_is_not_closed_again():
    sheet = rubber("4sn=", "4sn=", unfinished=True)
    assert (sheet.state, closing(sheet)) == ("complete", [("NS", "rubber", 700)])
    assert CONTRACT.close(sheet) is sheet


def test_an_unfinished_rubber_of_no_deals_has_no_winner():
    sheet = fold([], unfinished=True)
    assert (sheet.state, sheet.winner, sheet.margin, closing(sheet)) == (
        "unfinished",
        None,
        0,
        [],
    )


def test_the_house_may_pay_50_for_the_only_partscore():
    rules = CONTRACT.rules({"unfinished_partscore": "50"})
    assert closing(rubber("2hn=", rules=rules, unfinished=True)) == [
        ("NS", "unfinished-partscore", 50)
    ]


def test_the_house_may_play_without_honours():
    rules = CONTRACT.rules({"honours": "off"})
    assert figures(rubber("4sn= h5n", rules=rules).deals[0]) == [("NS", "below", 120)]
    assert rubber("4sn= h5n", rules=rules).deals[0].deal.honours == ((Seat.NORTH, 5),)
    assert figures(CONTRACT.score_deal(parse_deal("4sn= h5n"), rules=rules)) == [
        ("NS", "below", 120)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("4sn= h4n", [("NS", 100, "North held four of the five trump honours: 100.")]),
        ("4sn= h5w", [("EW", 150, "West held all five trump honours: 150.")]),
        ("3ntn= h4e", [("EW", 150, "East held all four aces at no-trump: 150.")]),
        ("3ntn= h3e", []),
        ("4sn= h3n h2s", []),
    ],
)
def test_honours_score_for_four_or_five_in_one_hand(line, expected):
    lines = [made for made in rubber(line).deals[0].lines if made.kind is Kind.HONOURS]
    assert [(made.side, made.points, made.text) for made in lines] == expected


def test_tricks_transferred_count_as_won_in_play():
    """Law 77, for a contract of three in a major: eight tricks won and two transferred count as ten tricks."""
    assert figures(rubber("3ss+1 t2ns").deals[0]) == [
        ("NS", "below", 90),
        ("NS", "above", 30),
    ]


@pytest.mark.parametrize(
    ("line", "field"), [("4sn= ve", "voids"), ("4sn= !ew", "revokes")]
)
def test_facts_of_royal_auction_are_refused(line, field):
    with pytest.raises(InvalidDeal) as refusal:
        rubber(line)
    assert refusal.value.field == field


def test_royals_are_refused():
    with pytest.raises(InvalidDeal, match="royal auction"):
        fold([parse_deal("4rn=", royals=True)])


def test_what_is_no_deal_is_refused():
    with pytest.raises(InvalidDeal):
        fold(["4sn="])


def test_a_system_that_does_not_exist_is_refused_naming_those_that_do():
    with pytest.raises(InvalidRules, match="contract"):
        fold([], system="whist")


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"unfinished_partscore": 60}, "100 or 50"),
        ({"unfinished_partscore": True}, "100 or 50"),
        ({"unfinished_partscore": 50.0}, "100 or 50"),
        ({"honours": "maybe"}, "on or off"),
        ({"honours": None}, "on or off"),
        ({"honors": "on"}, "the rules are: unfinished_partscore, honours"),
        ({3: "on"}, "the rules are"),
        ([], "names with values"),
    ],
)
def test_unknown_rules_and_values_are_refused_naming_the_allowed(mapping, words):
    with pytest.raises(InvalidRules, match=words):
        CONTRACT.rules(mapping)


def test_rules_survive_being_written_and_read():
    rules = CONTRACT.rules({"unfinished_partscore": 50, "honours": "off"})
    assert rules.as_json() == {"unfinished_partscore": 50, "honours": "off"}
    assert CONTRACT.rules(rules.as_json()) == rules
    assert CONTRACT.rules({}) == CONTRACT.default_rules
    assert CONTRACT.default_rules.as_json() == {
        "unfinished_partscore": 100,
        "honours": "on",
    }


def test_a_sheet_is_hashable_and_survives_copying_and_pickling():
    sheet = rubber(*NINE_DEALS)
    assert copy.deepcopy(sheet) == pickle.loads(pickle.dumps(sheet)) == sheet
    assert hash(sheet) == hash(rubber(*NINE_DEALS))
    with pytest.raises(AttributeError):
        sheet.games._values = (2, 0)


def test_what_belongs_to_each_side_is_a_mapping():
    games = rubber("4sn=").games
    assert (games["NS"], games.get("EW"), games.get("X"), len(games)) == (1, 0, None, 2)
    assert games == {Side.NS: 1, Side.EW: 0}
    assert repr(games) == "BySide(1, 0)"


def test_one_deal_is_scored_by_itself_at_any_vulnerability():
    scored = CONTRACT.score_deal(
        parse_deal("4sxn-1"), dealer=Seat.EAST, vulnerable=(Side.NS,)
    )
    assert (scored.number, scored.dealer, scored.vulnerable, scored.game_won_by) == (
        1,
        Seat.EAST,
        (Side.NS,),
        None,
    )
    assert figures(scored) == [("EW", "above", 200)]
    assert CONTRACT.score_deal(parse_deal("2hxn=")).game_won_by is Side.NS
    assert CONTRACT.score_deal(parse_deal("p")).lines == ()


@pytest.mark.parametrize(
    ("line", "won"),
    [("3ntn=", Side.NS), ("5de=", Side.EW), ("4sn+1", Side.NS), ("3sn+1", None)],
)
def test_a_deal_by_itself_is_the_first_of_a_rubber_and_a_hundred_points_win_its_game(
    line, won
):
    deal = CONTRACT.score_deal(parse_deal(line))
    assert (deal.number, deal.game, deal.game_won_by) == (1, 1, won)
