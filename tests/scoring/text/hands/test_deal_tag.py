"""Reading and writing the value of PBN's Deal tag."""

import pytest
from hypothesis import given

from scoring.errors import InvalidHands
from scoring.text.hands.deal_tag import deal_text, parse_deal_text
from tests.scoring.hands.made_up_hands import PRINTED, layouts

NORTH, EAST, SOUTH, WEST = PRINTED[2:].split()


@given(layouts())
def test_a_layout_reads_back(layout):
    assert parse_deal_text(deal_text(layout)) == layout


@pytest.mark.parametrize(
    "text",
    [
        f"E:{EAST} {SOUTH} {WEST} {NORTH}",
        f"  w : {WEST}   {NORTH}\t{EAST} {SOUTH}  ",
        f"N:{NORTH} {EAST} {SOUTH} -",
        f"N:- {EAST} {SOUTH} {WEST}",
        PRINTED.lower(),
        PRINTED.replace("T", "10"),
        PRINTED.replace("J987", "789J"),
    ],
)
def test_any_first_hand_order_and_case_and_one_hand_left_out(text):
    assert deal_text(parse_deal_text(text)) == PRINTED


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "begins with the seat"),
        (PRINTED[2:], 1, "begins with the seat"),
        ("X:" + PRINTED[2:], 1, "begins with the seat"),
        ("N:", 3, "four hands divided by blanks; found: 0"),
        (PRINTED + " " + WEST, len(PRINTED) + 2, "found: 5"),
        (
            PRINTED.replace("A4.Q", "A4Q"),
            3,
            "North’s hand has four suits divided by dots, a void being empty; found: 3",
        ),
        (PRINTED.replace("J987", "J9X7"), 5, "“X” is not a rank: in ♠ of North"),
        (PRINTED.replace("J987", "J977"), 6, "♠7 is twice with North"),
        (PRINTED.replace("J987", "J98"), 3, "North has 12 cards, not thirteen"),
        (
            PRINTED.replace("KT653", "AT653"),
            PRINTED.index("KT653") + 1,
            "♠A is with South and with West",
        ),
        (
            f"N:{NORTH} - {SOUTH} -",
            len(f"N:{NORTH} ") + 1,
            "The cards of East and West are not given",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_column(text, column, message):
    with pytest.raises(InvalidHands, match=message) as refused:
        parse_deal_text(text)
    assert refused.value.column == column
