"""Odd results that a director may want to check."""

import pytest

from scoring import parse_deal
from scoring.duplicate.oddities import EnteredResult, oddities


def told(*lines: str) -> list[EnteredResult]:
    """Entered results from lines such as `4sn= DK`: the result, and the opening lead if there is one."""
    return [
        EnteredResult(parse_deal(line.split()[0]), (line.split() + [""])[1])
        for line in lines
    ]


def odd(*lines: str, board: int = 1) -> list[int]:
    """The places, counted from 0, of those results that are odd."""
    return [place for place, found in enumerate(oddities(board, told(*lines))) if found]


def test_a_suit_that_all_others_played_the_other_way_round_looks_like_a_turned_board():
    lines = ("4sn=", "4ss+1", "3sn+1", "4se-1")
    assert odd(*lines) == [3]
    assert "A turned board, or the wrong declarer?" in oddities(1, told(*lines))[3][0]


@pytest.mark.parametrize(
    "lines",
    [
        ("4sn=", "4sn=", "4se-1"),  # two others say too little
        ("4sn=", "4sn=", "4sn=", "5cxw-2"),  # a sacrifice in another suit
        # It happened twice: both sides have the suit.
        (
            "4sn=",
            "4sn=",
            "4sn=",
            "4se-1",
            "2sw=",
        ),
        ("1nn=", "1ns=", "1nn+1", "1ne-1"),  # either side plays part scores in notrump
        ("4sn=", "4sn=", "4sn=", "p"),
        ("4sn=", "4sn=", "4sn=", "6ss="),  # a slam that one table bid
        ("4sn=", "4sn=", "4sn=", "4sxn-3"),
    ],
)
def test_bridge_is_not_odd(lines):
    assert odd(*lines) == []


def test_game_in_notrump_by_the_other_side_is_odd():
    assert odd("3nn=", "3ns+1", "3nn-1", "3ne=") == [3]


def test_a_score_a_thousand_points_from_every_other_is_odd():
    assert odd("4sn=", "4sn+1", "3sn+1", "4sxn-5") == [3]
    assert odd("4sn=", "7nn=", "7nn=", "3sn=", "2sn=") == []
    assert odd("4sn=", "4sn=", "7nn=") == []


def test_one_card_led_from_two_hands_is_odd_where_fewer_tables_have_it():
    assert odd("4sn= DK", "4sn= DK", "4ss= DK") == [2]
    assert odd("4sn= DK", "4ss= DK") == [0, 1]
    assert odd("4sn= DK", "4sn= DK", "4ss=") == odd("4sn= DK", "4sn= HK") == []
    assert (
        "led by West here, and by East elsewhere"
        in oddities(1, told("4sn= DK", "4sn= DK", "4ss= DK"))[2][0]
    )
