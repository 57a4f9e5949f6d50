"""Sentences about cards and house rules remember their template, so that refusals of deal files can be translated."""

import pytest

from scoring.contest import ContestRules
from scoring.errors import ScoringError
from scoring.hands import (
    CARDS,
    DealtBoard,
    Layout,
    checked_boards,
    contradiction,
    deal_boards,
    layout_of,
    parse_card,
)
from scoring.text.hands.deal_tag import deal_text
from scoring.text.hands.dup_file import dup_file
from scoring.text.hands.pbn_file import read_pbn
from scoring.values import Seat
from tests.scoring.wordless import left_in_english

HANDS = deal_text(layout_of(20261122))[2:].split()
# Board, Dealer, Vulnerable, All and None.
AS_IN_FILES = {
    "oard",
    "ealer",
    "ulnerable",
    "ll",
    "one",
}


def pbn(*tags):
    return "\n".join(tags).encode()


def deal(*hands):
    return f'[Deal "N:{" ".join(hands)}"]'


BOARD = '[Board "1"]'
ALL = deal(*HANDS)
FILES = {
    "no deal": b"",
    "no text": b"\0",
    "a comment": b"{",
    "a bracket": b"[",
    "no number": pbn(ALL),
    "a number that no board has": pbn('[Board "x"]', ALL),
    "two tags": pbn(BOARD, '[Board "2"]', ALL),
    "nothing before": pbn('[Board "#"]', ALL),
    "another dealer": pbn(BOARD, '[Dealer "E"]', ALL),
    "another vulnerability": pbn(BOARD, '[Vulnerable "All"]', ALL),
    "other cards": pbn(BOARD, ALL, "", BOARD, deal(*HANDS[1:], HANDS[0])),
    "too many boards": pbn(
        *(line for number in range(1, 130) for line in (f'[Board "{number}"]', ALL, ""))
    ),
    "no seat": pbn(BOARD, '[Deal "x"]'),
    "three hands": pbn(BOARD, deal(*HANDS[:3])),
    "three suits": pbn(BOARD, deal("A.K.Q", *HANDS[1:])),
    "no rank": pbn(BOARD, deal("1.K.Q.", *HANDS[1:])),
    "a card twice": pbn(BOARD, deal("AA...", *HANDS[1:])),
    "one card": pbn(BOARD, deal("A...", *HANDS[1:])),
    "two cards": pbn(BOARD, deal("AK...", *HANDS[1:])),
    "a card with two": pbn(BOARD, deal(HANDS[0], *HANDS[:3])),
    "two hands missing": pbn(BOARD, deal("-", "-", *HANDS[2:])),
    "three hands missing": pbn(BOARD, deal("-", "-", "-", HANDS[3])),
}


@pytest.mark.parametrize("name", FILES)
def test_no_refusal_of_a_file_of_deals_is_left_in_english(name):
    with pytest.raises(ScoringError) as refused:
        read_pbn(FILES[name])
    assert set(left_in_english(refused.value.message)) <= AS_IN_FILES


REFUSED = {
    "no card": lambda: parse_card("14"),
    "no deal": lambda: Layout("N"),
    "a card twice": lambda: Layout.of({Seat.NORTH: [CARDS[0], CARDS[0]]}),
    "a card with two": lambda: Layout.of(
        {Seat.NORTH: [CARDS[0]], Seat.EAST: [CARDS[0]]}
    ),
    "one card": lambda: Layout.of({Seat.NORTH: [CARDS[0]]}),
    "no number": lambda: layout_of(-1),
    "no boards": lambda: deal_boards(1, 0),
    "a board twice": lambda: checked_boards(
        [DealtBoard(1, layout_of(0)), DealtBoard(1, layout_of(1))]
    ),
    "a gap": lambda: dup_file(
        [DealtBoard(1, layout_of(0)), DealtBoard(3, layout_of(1))], is_random=True
    ),
    "no copies": lambda: dup_file(
        [DealtBoard(1, layout_of(0))], is_random=True, copies=0
    ),
    "no rules": lambda: ContestRules.from_mapping(None),
    "no rule": lambda: ContestRules.from_mapping({"X": 1}),
    "no value": lambda: ContestRules.from_mapping({"winners": "X"}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_refusal_of_cards_or_rules_is_left_in_english(name):
    with pytest.raises(ScoringError) as refused:
        REFUSED[name]()
    names = {*ContestRules.allowed(), "winners"}
    left = [
        word
        for word in left_in_english(refused.value.message)
        if not any(word in name for name in names)
    ]
    assert left == []


def test_no_lead_from_another_hand_is_left_in_english():
    sentence = contradiction(layout_of(0), Seat.NORTH, CARDS[0])
    assert sentence
    assert left_in_english(sentence) == []
