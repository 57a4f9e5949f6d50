"""The rubber of royal auction: games of thirty, the end, unfinished rubbers, and the effects of house rules."""

import re
from pathlib import Path

import pytest

from scoring import InvalidDeal, InvalidRules, RubberOver, Seat, Side, State, parse_deal
from tests.scoring.royal_talk import ROYAL, WORK_1913, figures, royal, scored
from tests.scoring.table_talk import closing, totals

README = (Path(__file__).resolve().parents[4] / "scoring" / "README.md").read_text(
    "utf-8"
)


def test_the_rubber_printed_in_1913_comes_out_as_printed():
    sheet = royal(*WORK_1913)
    assert totals(sheet) == (1033, 621)
    assert (sheet.state, sheet.winner, sheet.margin, sheet.next) == (
        State.COMPLETE,
        Side.NS,
        412,
        None,
    )
    assert [deal.game_won_by for deal in sheet.deals if deal.game_won_by] == [
        Side.NS,
        Side.EW,
        Side.NS,
    ]
    assert [deal.game for deal in sheet.deals] == [1] * 4 + [2] * 4 + [3] * 5
    net = [royal(*WORK_1913[: count + 1]).totals for count in range(len(WORK_1913) - 1)]
    assert [both["NS"].total - both["EW"].total for both in net] == [
        48, -42, 28, 148, 103, 319, 369, 269, 133, 69, 13, 90,
    ]  # fmt: skip


def test_two_games_end_the_rubber_and_a_third_is_not_played():
    sheet = royal("4hn=", "4hn=")
    assert (sheet.state, dict(sheet.games)) == ("complete", {Side.NS: 2, Side.EW: 0})
    with pytest.raises(RubberOver):
        royal("4hn=", "4hn=", "4hn=")


def test_thirty_points_by_tricks_alone_win_a_game():
    sheet = royal("3nte-4 h2n h2s", "2rn=", "2cn=")
    assert (sheet.totals["NS"].above, dict(sheet.games)) == (
        240,
        {Side.NS: 1, Side.EW: 0},
    )
    assert [deal.game_won_by for deal in sheet.deals] == [None, None, Side.NS]
    assert dict(royal("2rn=").partscore) == {Side.NS: 18, Side.EW: 0}


def test_twenty_nine_points_are_no_game():
    sheet = royal("1dn=", "1cn=", "2hn=")
    assert (dict(sheet.partscore), dict(sheet.games)) == (
        {Side.NS: 29, Side.EW: 0},
        {Side.NS: 0, Side.EW: 0},
    )


def test_both_sides_begin_each_game_at_nothing_and_the_excess_stays_in_the_totals():
    sheet = royal("3he=", "7rn=", "1ce=")
    assert dict(sheet.partscore) == {Side.NS: 0, Side.EW: 6}
    assert (sheet.totals["NS"].below, sheet.totals["EW"].below) == (63, 30)


def test_an_unfinished_rubber_adds_nothing_for_the_code_knows_no_such_premium():
    sheet = royal("4hn=", "2he=", unfinished=True)
    assert (sheet.state, sheet.closing, totals(sheet)) == ("unfinished", (), (32, 16))
    assert (sheet.winner, sheet.margin, sheet.next) == (Side.NS, 16, None)
    assert royal("4hn=", "4hn=", unfinished=True).state == "complete"


def test_the_deal_passes_to_the_left_and_decides_the_limit_on_one_spade():
    sheet = royal("1sn-5", "1sn-5", "1ss-5", dealer=Seat.NORTH)
    assert [deal.dealer for deal in sheet.deals] == [Seat.NORTH, Seat.EAST, Seat.SOUTH]
    assert [deal.lines[0].points for deal in sheet.deals] == [100, 250, 100]


def test_slams_are_outside_the_limit_on_one_spade():
    assert figures("1sn-7") == [("EW", "undertricks", 100), ("EW", "slam", 40)]


def test_holdings_add_up_or_are_left_out():
    assert figures("1hn=") == [("NS", "tricks", 8)]
    for line, words in [
        ("1hn= h4n", "four of the five trump honours"),
        ("1ntn= h3n", "three of the four aces"),
    ]:
        with pytest.raises(InvalidDeal, match=words) as refusal:
            scored(line)
        assert refusal.value.field == "honours"


def test_chicane_without_holdings_is_refused():
    with pytest.raises(InvalidDeal, match="say how many each hand held") as refusal:
        scored("1hn= ve")
    assert refusal.value.field == "voids"


def test_a_premium_of_contract_bridge_is_no_holding():
    with pytest.raises(InvalidDeal):
        parse_deal("4rn= h100n", royals=True)


def test_vulnerability_given_for_one_deal_changes_nothing():
    deal = parse_deal("4rxn-1", royals=True)
    assert ROYAL.score_deal(deal, vulnerable=(Side.NS,)) == ROYAL.score_deal(deal)


def test_the_default_rules_are_those_of_1912():
    assert ROYAL.default_rules.as_json() == {
        "chicane": "on",
        "revoke": 150,
        "slams": "20-40",
        "spades": "both",
        "one_spade_cap": "on",
        "passed_out": "refused",
        "little_slam_in_failed_seven": "on",
    }
    assert ROYAL.allowed_rules() == {
        "chicane": ("on", "off"),
        "revoke": (150, 100),
        "slams": ("20-40", "50-100"),
        "spades": ("both", "royals"),
        "one_spade_cap": ("on", "off"),
        "passed_out": ("refused", "allowed"),
        "little_slam_in_failed_seven": ("on", "off"),
    }


def test_rule_chicane_off_leaves_void_hands_out():
    assert figures("1hn= h4n h1e vs vw", chicane="off") == [
        ("NS", "tricks", 8),
        ("NS", "honours", 64),
    ]
    assert figures("1hn= vs", chicane="off") == [("NS", "tricks", 8)]


def test_rule_revoke_100():
    assert figures("3hn= !ns !ns", revoke=100) == [
        ("EW", "revoke", 100),
        ("EW", "revoke", 100),
    ]


def test_rule_slams_50_100():
    assert figures("6hn=", slams="50-100") == [("NS", "tricks", 48), ("NS", "slam", 50)]
    assert figures("1hn/0", slams="50-100") == [
        ("EW", "undertricks", 350),
        ("EW", "slam", 100),
    ]


def test_rule_spades_royals_makes_one_suit_at_nine():
    for suit in "sr":
        assert figures(f"2{suit}n= h4n h1s ve", spades="royals") == [
            ("NS", "tricks", 18), ("NS", "honours", 81), ("NS", "chicane", -18),
        ]  # fmt: skip
    assert figures("1sn-5", spades="royals") == [("EW", "undertricks", 250)]


def test_rule_one_spade_cap_off():
    assert figures("1sxn-5", one_spade_cap="off") == [("EW", "undertricks", 500)]


def test_rule_passed_out():
    with pytest.raises(InvalidDeal, match="dealer must bid") as refusal:
        royal("p")
    assert refusal.value.field == "contract"
    sheet = royal("p", "4hn=", rules={"passed_out": "allowed"})
    assert (sheet.deals[0].lines, sheet.deals[1].dealer) == ((), Seat.EAST)


def test_rule_little_slam_in_a_failed_seven():
    assert figures("7hn-1") == [("EW", "undertricks", 50), ("NS", "slam", 20)]
    assert figures("7hn-1", little_slam_in_failed_seven="off") == [
        ("EW", "undertricks", 50)
    ]
    for made in ("6hn=", "5hn+1"):
        assert figures(made, little_slam_in_failed_seven="off")[1:] == [
            ("NS", "slam", 20)
        ]
    assert figures("7hn= t1ns !ew", little_slam_in_failed_seven="off")[1:] == [
        ("NS", "slam", 20)
    ]
    assert figures("1hn/1", little_slam_in_failed_seven="off")[1:] == [
        ("EW", "slam", 20)
    ]


def test_rules_of_another_system_are_refused():
    with pytest.raises(InvalidRules, match="not rules of Royal auction bridge"):
        ROYAL.fold([], rules=object())


def test_the_rubber_bonus_is_the_only_closing_line():
    (line,) = royal("4hn=", "4he=", "4he=").closing
    assert (line.law, line.text) == (
        "Law 11",
        "East-West won the rubber by two games to one: 250.",
    )
    assert closing(royal("4hn=")) == []


def test_every_law_of_the_code_of_1912_is_in_the_readme():
    section = README.partition("## Laws of royal auction")[2].partition("\n## ")[0]
    covered = set()
    for row in section.splitlines():
        if found := re.match(r"\| Laws? (\d+)(?: to (\d+))? ", row):
            covered.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    assert covered == set(range(1, 98))


@pytest.mark.parametrize(
    ("line", "won"),
    [("3ntn=", Side.NS), ("3nte=", Side.EW), ("3hn+1", Side.NS), ("2rn+1", None)],
)
def test_a_deal_by_itself_is_the_first_of_a_rubber_and_thirty_points_win_its_game(
    line, won
):
    deal = scored(line, Seat.EAST)
    assert (deal.number, deal.game, deal.dealer, deal.vulnerable, deal.game_won_by) == (
        1,
        1,
        Seat.EAST,
        (),
        won,
    )
