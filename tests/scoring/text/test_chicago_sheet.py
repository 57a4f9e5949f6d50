"""Showing a Chicago wheel: as JSON, as a paper sheet in characters, and on the command line."""

import json

from scoring import Seat, sheet_as_json, sheet_as_text
from tests.scoring.command import run, scored
from tests.scoring.table_talk import WHEEL, wheel


def test_the_json_of_a_deal_that_completes_a_game():
    sheet = sheet_as_json(wheel(*WHEEL))
    assert sheet["system"] == "chicago"
    assert sheet["rules"] == {
        "vulnerable": "dealer",
        "partscores": "carry",
        "honours": "on",
        "passed_out": "redeal",
    }
    assert sheet["deals"][2] == {
        "number": 3, "deal": "2CN=", "dealer": "S", "vulnerable": ["NS"],
        "lines": [
            {"side": "NS", "where": "below", "points": 40, "kind": "tricks", "law": "Law 72, scoring table",
             "text": "2♣ bid and made: 2 × 20 = 40."},
            {"side": "NS", "where": "above", "points": 500, "kind": "game", "law": "Four-deal bridge",
             "text": "Game completed with 60 carried forward, vulnerable: 500."},
        ],
        "game_won_by": "NS",
    }  # fmt: skip
    assert sheet["deals"][3]["lines"][-1] == {
        "side": "EW", "where": "above", "points": 100, "kind": "partscore", "law": "Four-deal bridge",
        "text": "Partscore made on the fourth deal: 100.",
    }  # fmt: skip
    assert [sheet[key] for key in ("games", "state", "next")] == [
        {"NS": 1, "EW": 0},
        "complete",
        None,
    ]


def test_the_text_is_the_wheel_and_a_line_for_each_deal():
    assert scored(
        "sheet", "--system", "chicago", feed="2ss=\n1ntw+1\np\n2cn=\n3dw=\n"
    ).splitlines() == [
        "Chicago",
        "",
        "         \\ 1 /",
        "          \\ /",
        "        4  X  2",
        "          / \\",
        "         / 3 \\",
        "",
        " North-South │ East-West",
        "             │",
        "1 N       60 │             nobody vulnerable",
        "2 E          │        70   East-West vulnerable",
        "3 S        – │         –   North-South vulnerable",
        "3 S      540 │             North-South vulnerable",
        "4 W          │       160   North-South and East-West vulnerable",
        "════════════════════════",
        "         600 │       230",
        "",
        "North-South won by 370.",
        "",
        "1. 2♠ by South, made",
        "    60 NS below: 2♠ bid and made: 2 × 30 = 60. [Law 72, scoring table]",
        "2. 1NT by West, made with one overtrick",
        "    40 EW below: 1NT bid and made: 40. [Law 72, scoring table]",
        "    30 EW above: One overtrick: 30. [Law 72, scoring table]",
        "3. Passed out",
        "4. 2♣ by North, made",
        "    40 NS below: 2♣ bid and made: 2 × 20 = 40. [Law 72, scoring table]",
        "   500 NS above: Game completed with 60 carried forward, vulnerable: 500. [Four-deal bridge]",
        "          NS wins the game",
        "5. 3♦ by West, made",
        "    60 EW below: 3♦ bid and made: 3 × 20 = 60. [Law 72, scoring table]",
        "   100 EW above: Partscore made on the fourth deal: 100. [Four-deal bridge]",
    ]


def test_the_wheel_is_numbered_as_far_as_the_deal_has_come():
    assert sheet_as_text(wheel("2ss=", dealer=Seat.EAST)).splitlines()[2:7] == [
        "         \\   /",
        "          \\ /",
        "           X  1",
        "          / \\",
        "         / 2 \\",
    ]
    closed = sheet_as_text(wheel("2ss=", dealer=Seat.EAST, unfinished=True))
    assert closed.splitlines()[6] == "         /   \\"
    assert "Unfinished; North-South won by 60." in closed


def test_a_deal_to_be_dealt_again_keeps_its_number_in_the_wheel():
    assert sheet_as_text(wheel("2ss=", "p")).splitlines()[2:7] == [
        "         \\ 1 /",
        "          \\ /",
        "           X  2",
        "          / \\",
        "         /   \\",
    ]


def test_the_text_says_what_is_carried_and_who_deals():
    text = sheet_as_text(wheel("2ss=", "1ce="))
    assert "Toward a game: North-South 60, East-West 20." in text
    assert "Next: deal 3, dealt by South, North-South vulnerable." in text
    assert "Toward a game" not in sheet_as_text(wheel(*WHEEL))


def test_both_sides_may_score_in_the_line_of_a_deal():
    assert "1 N       50 │       100   nobody vulnerable" in sheet_as_text(
        wheel("1se-1 h4w")
    )


def test_an_evening_of_wheels_on_the_command_line():
    feed = "\n".join(WHEEL) + "\n---\n2hs=\n"
    arguments = (
        "--system",
        "chicago",
        "--rule",
        "partscores=duplicate",
        "--dealer",
        "w",
        "--format",
        "json",
    )
    complete, opened = (
        json.loads(line) for line in scored("sheet", *arguments, feed=feed).splitlines()
    )
    assert (complete["state"], complete["winner"], complete["margin"]) == (
        "complete",
        "EW",
        30,
    )
    assert opened["next"] == {"number": 2, "dealer": "N", "vulnerable": ["NS"]}


def test_an_over_long_wheel_is_refused_on_the_command_line():
    code, out, err = run("sheet", "--system", "chicago", feed="\n".join([*WHEEL, "p"]))
    assert (code, out, err) == (
        2,
        "",
        "-:5:1: Play ended after deal 4, so deal 5 cannot be added.\n",
    )


def test_one_deal_on_the_command_line():
    assert scored(
        "deal", "4sn=", "--system", "chicago", "--vulnerable", "ns"
    ).splitlines() == [
        "1. 4♠ by North, made",
        "   120 NS below: 4♠ bid and made: 4 × 30 = 120. [Law 72, scoring table]",
        "   500 NS above: Game completed, vulnerable: 500. [Four-deal bridge]",
        "          NS wins the game",
    ]


def test_the_rules_are_listed_on_the_command_line():
    assert (
        "chicago: Chicago\n  vulnerable: dealer | defenders\n  partscores: carry | duplicate\n"
        "  honours: on | off\n  passed_out: redeal | counts\n"
    ) in scored("systems")
