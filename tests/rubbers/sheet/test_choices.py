"""The buttons of a vote carry the shortest words that tell the two versions apart."""

import pytest

from clubscore.rubbers.sheet.choices import choices
from clubscore.rubbers.sheet.difference import facts_of
from scoring import Seat, parse_deal

NAMES = dict(zip(Seat, ("Anna", "Ben", "Cleo", "Dan"), strict=True))


def told_apart(before, after):
    return choices(before, after, NAMES, facts_of(before, after, NAMES))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("4sn-4", "4sn-2", ("6 tricks", "8 tricks")),
        ("4sxn=", "4sn=", ("4♠ doubled", "4♠")),
        ("4sn=", "4hn=", ("4♠", "4♥")),
        ("4sn=", "4ss=", ("By Anna", "By Cleo")),
        ("4sn=", "5sn=", ("4♠, 10 tricks", "5♠, 11 tricks")),
        ("4sn=", "4sn= h4n", ("No honours", "4 honours Anna")),
        ("4sn=", "p", ("4♠ by Anna, made", "Passed out")),
        ("4sn= # late", "4sn=", ("“late”", "No note")),
    ],
)
def test_law_78_the_buttons_say_what_differs_and_no_more(before, after, expected):
    assert told_apart(parse_deal(before), parse_deal(after)) == expected


def test_law_79_a_deal_that_is_to_be_struck_out_stands_against_that():
    deal = parse_deal("4sn=")
    assert told_apart(deal, None) == ("4♠ by Anna, made", "Struck out")


def test_law_84_of_1912_revokes_and_chicane_are_told_apart_too():
    deal = parse_deal("4rn= h3n h2e", royals=True)
    revoked = parse_deal("4rn= h3n h2e !ew", royals=True)
    assert told_apart(deal, revoked) == ("Revokes: none", "Revokes: East–West 1")
