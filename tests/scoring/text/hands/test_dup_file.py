"""DUP files for dealing machines, compared with the example deal of the format's description."""

import pytest
from hypothesis import given

from scoring.errors import InvalidHands
from scoring.hands import DealtBoard, checked_boards, deal_boards, layout_of
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.text.hands.dup_file import dup_file
from scoring.values import Seat
from tests.scoring.hands.made_up_hands import PRINTED, board_sets

# As printed; the format does not ask for an order within a hand.
NORTH, EAST, SOUTH = (
    "18043727240822422106250717",
    "51503215164929412640314645",
    "43351128302039140152133403",
)
SYMBOLS = bytes.maketrans(b"SHDC", b"\x06\x03\x04\x05")
HANDS = (
    b"SJ987HJT7643DA4CQSHKQ2DQT9CAK98543SAQ42HA8DKJ762CJ2SKT653H95D853CT76".translate(
        SYMBOLS
    )
)


def numbers(digits):
    return {digits[at : at + 2] for at in range(0, len(digits), 2)}


def test_the_printed_deal():
    written = dup_file([DealtBoard(1, parse_deal_text(PRINTED))], is_random=True)
    assert len(written) == 156
    cards = [written[at : at + 26].decode() for at in (0, 26, 52)]
    assert [numbers(hand) for hand in cards] == [
        numbers(hand) for hand in (NORTH, EAST, SOUTH)
    ]
    assert written[78:146] == HANDS


def test_a_set_of_thirty_two_ends_as_the_description_says():
    written = dup_file(deal_boards(1, 32), is_random=True)
    assert len(written) == 32 * 156
    assert {written[at + 146 : at + 156] for at in range(0, len(written), 156)} == {
        b"YN1  1 32 "
    }
    assert (
        dup_file(deal_boards(100, 2), is_random=False, copies=12)[-10:] == b"NN10012101"
    )


@given(board_sets())
def test_each_deal_can_be_read_from_the_numbers_and_from_the_hands(boards):
    first = checked_boards(boards)[0]
    written = dup_file([DealtBoard(1, first.layout)], is_random=True)
    owners = ["W"] * 52
    for at in range(39):
        owners[int(written[2 * at : 2 * at + 2]) - 1] = "NES"[at // 13]
    assert "".join(owners) == first.layout.owners
    shown = (
        written[78:146]
        .translate(bytes.maketrans(b"\x06\x03\x04\x05", b"SHDC"))
        .decode()
    )
    for at, seat in enumerate(Seat):
        suits = "".join(
            f"{letter}{ranks}"
            for letter, ranks in zip("SHDC", first.layout.suits(seat), strict=True)
        )
        assert shown[17 * at : 17 * at + 17] == suits


def test_numbers_with_a_gap_or_without_room_are_refused():
    def board(number):
        return DealtBoard(number, layout_of(0))

    with pytest.raises(InvalidHands, match="without a gap"):
        dup_file([board(1), board(3)], is_random=True)
    with pytest.raises(InvalidHands, match="up to 999"):
        dup_file([board(1000)], is_random=True)
    with pytest.raises(InvalidHands, match="from 1 to 99 copies"):
        dup_file([board(1)], is_random=True, copies=100)
