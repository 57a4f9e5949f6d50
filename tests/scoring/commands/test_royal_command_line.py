"""Royal auction on the command line: the score-sheet of 1913 as text, and the JSON."""

import json

import pytest

from tests.scoring.command import run, scored
from tests.scoring.royal_talk import WORK_1913

ROYAL = ("--system", "royal")


def test_the_text_is_the_score_sheet_printed_in_1913():
    assert scored("sheet", *ROYAL, feed="\n".join(WORK_1913)).splitlines()[:26] == [
        "Royal auction bridge",
        "",
        "      North-South        ║        East-West",
        "  Tricks Honours  Totals ║   Totals  Tricks Honours",
        "═════════════════════════╬═════════════════════════",
        "      16      32      48 ║",
        "                         ║       42      18      72",
        "             100      28 ║                       30",
        "      60      60     148 ║",
        "─────────────────────────╬─────────────────────────",
        "                     103 ║               27      18",
        "             216     319 ║",
        "      20      30     369 ║",
        "                     269 ║               48      52",
        "─────────────────────────╬─────────────────────────",
        "              64     133 ║                      200",
        "              36      69 ║                      100",
        "                      13 ║               24      32",
        "      21      56      90 ║",
        "      36      36     162 ║",
        "─────────────────────────╬─────────────────────────",
        "                     250 ║",
        "═════════════════════════╬═════════════════════════",
        "                     412 ║",
        "",
        "North-South won by 412.",
    ]


def test_level_totals_show_nothing_ahead_on_both_sides():
    assert scored("sheet", *ROYAL, feed="2he=\n2hn=").splitlines()[5:9] == [
        "                         ║       16      16",
        "      16               0 ║        0",
        "═════════════════════════╬═════════════════════════",
        "                       0 ║        0",
    ]


def test_the_side_behind_shows_no_total_however_little_it_is_behind():
    assert scored("sheet", *ROYAL, feed="1ce=\n1dn=").splitlines()[5:9] == [
        "                         ║        6       6",
        "       7               1 ║",
        "═════════════════════════╬═════════════════════════",
        "                       1 ║",
    ]


def test_the_winners_alone_have_the_points_for_the_rubber():
    assert scored("sheet", *ROYAL, feed="4he=\n4hw=").splitlines()[5:12] == [
        "                         ║       32      32",
        "─────────────────────────╬─────────────────────────",
        "                         ║       64      32",
        "─────────────────────────╬─────────────────────────",
        "                         ║      250",
        "═════════════════════════╬═════════════════════════",
        "                         ║      314",
    ]


def test_the_next_dealer_is_named_and_no_vulnerability():
    assert "Next: deal 2, dealt by East.\n" in scored("sheet", *ROYAL, feed="2hn=")


def test_an_unfinished_rubber_in_text():
    assert "Unfinished; North-South won by 16.\n" in scored(
        "sheet", *ROYAL, "--unfinished", feed="2hn="
    )


def test_one_deal_in_text():
    assert scored("deal", *ROYAL, "2rxn= h4n h1s ve").splitlines() == [
        "1. 2 royals doubled by North, made",
        "    36 NS tricks: 2 royals doubled made, two odd tricks: 2 × 9 × 2 = 36. [Law 53]",
        "    50 NS honours: For making a doubled contract: 50. [Law 56]",
        "    81 NS honours: North-South held four honours in one hand and the fifth in the other: 9 × 9 = 81. [Law 6]",
        "   −18 NS honours: Chicane, East without a trump, taken off the honours of North-South: −2 × 9 = −18. [Law 9]",
        "          NS wins the game",
    ]


REVOKED = {
    "number": 1,
    "deal": "2HE= h2N h3E vW !NS",
    "dealer": "E",
    "vulnerable": [],
    "lines": [
        {"side": "EW", "where": "below", "points": 16, "kind": "tricks", "law": "Law 4",
         "text": "2♥ made, two odd tricks: 2 × 8 = 16."},
        {"side": "EW", "where": "above", "points": 100, "kind": "revoke", "law": "Law 84",
         "text": "North-South revoked and score only honours and chicane: 100."},
        {"side": "EW", "where": "above", "points": 16, "kind": "honours", "law": "Law 6",
         "text": "East-West held three honours: 2 × 8 = 16."},
        {"side": "EW", "where": "above", "points": 16, "kind": "chicane", "law": "Law 9",
         "text": "Chicane, West without a trump, added to the honours of East-West: 2 × 8 = 16."},
    ],
    "game_won_by": None,
}  # fmt: skip
"""The only deal of the sheet in JSON, with a revoke, honours and chicane."""


def test_a_sheet_in_json():
    out = scored(
        "sheet",
        *ROYAL,
        "--rule",
        "revoke=100",
        "--dealer",
        "e",
        "--format",
        "json",
        feed="2he= !ns h3e h2n vw",
    )
    assert json.loads(out) == {
        "system": "royal",
        "rules": {
            "chicane": "on",
            "revoke": 100,
            "slams": "20-40",
            "spades": "both",
            "one_spade_cap": "on",
            "passed_out": "refused",
            "little_slam_in_failed_seven": "on",
        },
        "deals": [REVOKED],
        "closing": [],
        "games": {"NS": 0, "EW": 0},
        "partscore": {"NS": 0, "EW": 16},
        "totals": {"NS": {"below": 0, "above": 0, "total": 0}, "EW": {"below": 16, "above": 132, "total": 148}},
        "state": "open",
        "winner": None,
        "margin": 148,
        "next": {"number": 2, "dealer": "S", "vulnerable": []},
    }  # fmt: skip


def test_one_deal_in_json():
    deal = json.loads(
        scored("deal", *ROYAL, "--format", "json", "--vulnerable", "both", "1se-5")
    )
    assert (deal["dealer"], deal["vulnerable"], deal["lines"][0]["points"]) == (
        "N",
        [],
        250,
    )


@pytest.mark.parametrize(
    ("feed", "place"),
    [
        ("4hn=\np\n", "-:2:1: The dealer must bid in this code"),
        ("4hn= h4n\n", "-:1:6: These are four of the five trump honours"),
        ("4hn= !ew t2ns\n", "-:1:10: Three tricks are taken for a revoke"),
        ("4hn= ve\n", "-:1:6: Chicane counts with the honours"),
        ("4hn=\n4hn=\n4hn=\n", "-:3:1: Play ended after deal 2"),
    ],
)
def test_a_refusal_says_where_and_nothing_is_printed(feed, place):
    code, out, err = run("sheet", *ROYAL, feed=feed)
    assert (code, out) == (2, "")
    assert err.startswith(place)


def test_royals_are_refused_elsewhere():
    assert run("deal", "2rn=")[2] == "deal:1:2: Royals are bid in royal auction only.\n"


def test_the_system_is_listed_with_its_rules():
    assert (
        "royal: Royal auction bridge\n  chicane: on | off\n  revoke: 150 | 100\n  slams: 20-40 | 50-100\n"
        "  spades: both | royals\n  one_spade_cap: on | off\n  passed_out: refused | allowed\n"
        "  little_slam_in_failed_seven: on | off\n"
    ) in scored("systems")
