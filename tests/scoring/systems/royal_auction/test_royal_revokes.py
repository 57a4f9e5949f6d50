"""Revokes in royal auction: penalty in points or tricks, repeated revokes, by both sides, and limits of the penalty."""

import pytest

from scoring import InvalidDeal, Side
from tests.scoring.royal_talk import figures, scored, texts


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # Declarer's side revoked: the adversaries get points, and undertricks besides.
        ("3hn= !ns", [("EW", "revoke", 150)]),
        ("3hn-2 !ns", [("EW", "undertricks", 100), ("EW", "revoke", 150)]),
        (
            "3hxn-2 !ns !ns",
            [("EW", "undertricks", 200), ("EW", "revoke", 150), ("EW", "revoke", 100)],
        ),
        (
            "1hn/1 !ns",
            [("EW", "undertricks", 300), ("EW", "slam", 20), ("EW", "revoke", 150)],
        ),
        ("1sn-4 !ns", [("EW", "undertricks", 100), ("EW", "revoke", 150)]),
        ("7hn= !ns", [("EW", "revoke", 150)]),
        # An adversary revoked and declarer took the points.
        ("3hn= !ew", [("NS", "tricks", 24), ("NS", "revoke", 150)]),
        ("3hn-1 !ew", [("NS", "revoke", 150)]),
        (
            "3hxn+1 !ew",
            [("NS", "tricks", 64), ("NS", "insult", 100), ("NS", "revoke", 150)],
        ),
        (
            "3hn/12 !ew",
            [("NS", "tricks", 48), ("NS", "slam", 20), ("NS", "revoke", 150)],
        ),
        ("3hn/0 !ew !ew !ew", [("NS", "revoke", 150), ("NS", "revoke", 200)]),
        # An adversary revoked and declarer took three tricks.
        ("3hn+2 t3ns !ew", [("NS", "tricks", 40)]),
        ("3hn+2 t3ns !ew !ew", [("NS", "tricks", 40), ("NS", "revoke", 100)]),
        ("3hn-1 t3ns !ew", []),
        ("3hxn= t3ns !ew", [("NS", "tricks", 48)]),
        # What was won in play keeps its bonus: nine tricks made the contract, three more were taken.
        ("3hxn+3 t3ns !ew", [("NS", "tricks", 96), ("NS", "insult", 50)]),
        ("2hxn+4 t3ns !ew", [("NS", "tricks", 96), ("NS", "insult", 100)]),
        # Tricks taken make no slam; those won in play do, and the adversaries had no three tricks to give.
        ("3hn/13 t3ns !ew", [("NS", "tricks", 56)]),
        ("3hn/13 t2ns !ew", [("NS", "tricks", 56)]),
        ("3hn/13 t1ns !ew", [("NS", "tricks", 56), ("NS", "slam", 20)]),
        # Both sides revoked: the first ones cancel out.
        ("3hn= !ns !ew", []),
        (
            "3hn-4 !ns !ew h3n h1s h1e vw",
            [("NS", "honours", 32), ("NS", "chicane", -16)],
        ),
        ("3hn= !ns !ns !ew", [("EW", "revoke", 100)]),
        ("3hn= !ns !ns !ew !ew !ew", [("EW", "revoke", 100), ("NS", "revoke", 200)]),
    ],
)
def test_a_revoke(line, expected):
    assert figures(line) == expected


def test_tricks_taken_may_win_the_game():
    assert scored("3hn+1 t3ns !ew").game_won_by is Side.NS
    assert scored("3hn+1 !ns").game_won_by is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3hn+2 t3ns", "add !ew"),
        ("3hn+2 t3ns !ns", "revoked itself"),
        ("3hn+2 t3ns !ns !ew", "revoked itself"),
        ("3hn+2 t2ns !ew", "not two"),
        ("3hn+2 t4ns !ew", "not four"),
        ("3hn/13 t4ns !ew", "not four"),
        ("3hn-1 t3ew !ns", "Only declarer takes tricks"),
        ("3he-1 t3ns !ew", "Only declarer takes tricks"),
        ("3hn-1 t3ew t3ns !ns !ew", "Only declarer takes tricks"),
    ],
)
def test_tricks_that_no_revoke_allows_are_refused(line, words):
    with pytest.raises(InvalidDeal, match=words) as refusal:
        scored(line)
    assert refusal.value.field == "transferred"


def test_a_great_many_revokes_are_still_counted():
    assert figures("3hn=" + " !ns" * 30) == [
        ("EW", "revoke", 150),
        ("EW", "revoke", 2900),
    ]
    shown = [texts("3hn=" + " !ns" * count)[-1][1] for count in (14, 15)]
    assert shown == [
        "North-South revoked thirteen times more: 13 × 100 = 1300.",
        "North-South revoked 14 times more: 14 × 100 = 1400.",
    ]
