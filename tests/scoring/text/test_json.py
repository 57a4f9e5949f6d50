"""The JSON of a sheet: its names, order and values must not change, since other programs rely on them."""

import json

from scoring import Kind, sheet_as_json
from tests.scoring.table_talk import NINE_DEALS, rubber

KINDS = (
    "tricks overtricks undertricks insult slam honours partscore game rubber "
    "unfinished-game unfinished-partscore revoke chicane bonus"
)
WELL_PLAYED = {
    "number": 1,
    "deal": "4SXN+1 # well played",
    "dealer": "N",
    "vulnerable": [],
    "lines": [
        {
            "side": "NS",
            "where": "below",
            "points": 240,
            "kind": "tricks",
            "law": "Law 72, scoring table",
            "text": "4♠ doubled bid and made: 4 × 30 × 2 = 240.",
        },
        {
            "side": "NS",
            "where": "above",
            "points": 100,
            "kind": "overtricks",
            "law": "Law 72, scoring table",
            "text": "One overtrick, doubled, not vulnerable: 100.",
        },
        {
            "side": "NS",
            "where": "above",
            "points": 50,
            "kind": "insult",
            "law": "Law 72, scoring table",
            "text": "For making a doubled contract: 50.",
        },
    ],
    "game_won_by": "NS",
}
"""The deal 4♠ doubled with an overtrick, the first of the open sheet."""


def test_an_open_sheet():
    assert sheet_as_json(rubber("4sxn+1 # well played", "p")) == {
        "system": "contract",
        "rules": {"unfinished_partscore": 100, "honours": "on"},
        "deals": [
            WELL_PLAYED,
            {
                "number": 2,
                "deal": "P",
                "dealer": "E",
                "vulnerable": ["NS"],
                "lines": [],
                "game_won_by": None,
            },
        ],
        "closing": [],
        "games": {"NS": 1, "EW": 0},
        "partscore": {"NS": 0, "EW": 0},
        "totals": {
            "NS": {"below": 240, "above": 150, "total": 390},
            "EW": {"below": 0, "above": 0, "total": 0},
        },
        "state": "open",
        "winner": None,
        "margin": 390,
        "next": {"number": 3, "dealer": "S", "vulnerable": ["NS"]},
    }


def test_a_complete_sheet():
    sheet = sheet_as_json(rubber(*NINE_DEALS))
    assert sheet["closing"] == [
        {
            "side": "EW",
            "where": "above",
            "points": 500,
            "kind": "rubber",
            "law": "Law 74",
            "text": "East-West won the rubber by two games to one: 500.",
        }
    ]
    assert [sheet[key] for key in ("state", "winner", "margin", "next")] == [
        "complete",
        "NS",
        810,
        None,
    ]
    assert [deal["vulnerable"] for deal in sheet["deals"][-4:]] == [
        ["EW"],
        ["NS", "EW"],
        ["NS", "EW"],
        ["NS", "EW"],
    ]


def test_the_keys_stand_in_the_promised_order():
    sheet = sheet_as_json(rubber("4sn="))
    assert list(sheet) == [
        "system", "rules", "deals", "closing", "games", "partscore", "totals", "state", "winner", "margin", "next",
    ]  # fmt: skip
    assert list(sheet["deals"][0]) == [
        "number",
        "deal",
        "dealer",
        "vulnerable",
        "lines",
        "game_won_by",
    ]
    assert list(sheet["deals"][0]["lines"][0]) == [
        "side",
        "where",
        "points",
        "kind",
        "law",
        "text",
    ]


def test_json_gives_back_what_was_written():
    sheet = sheet_as_json(rubber(*NINE_DEALS))
    assert json.loads(json.dumps(sheet)) == sheet


def test_the_kinds_are_the_promised_ones():
    assert [kind.value for kind in Kind] == KINDS.split()
