"""A result held against what the cards give: what it rests on, what the lead gave, and what play did."""

import pytest

from clubscore.duplicate.results.makeable.solved import solved_from
from clubscore.duplicate.results.makeable.verdicts import leads_in_short, verdict_on
from scoring import Seat, parse_deal
from scoring.hands import DealtBoard, parse_card
from tests.scoring.worked_out_deals import worked_out_deals

BOARD = DealtBoard(10, worked_out_deals()[0].layout)
# Against a spade contract of East, South leads: with the first and the last card of the hand to nine tricks.
SOLVED = solved_from("10-58587585b2b2b1b18282-SE9888888888889", BOARD)
SOUTH = BOARD.layout.hand(Seat.SOUTH)


def led(place: int) -> str:
    return "".join(SOUTH[place])


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("2se=", 1, "What the cards give."),
        ("2se+1", 1, "1 trick more than the cards give."),
        ("2se+2", 1, "2 tricks more than the cards give."),
        ("2se-1", 1, "1 trick fewer than the cards give."),
        ("2se-2", 1, "2 tricks fewer than the cards give."),
        ("2se+1", 0, "The lead, {lead}, gave 1 trick."),
        ("2se+3", 0, "The lead, {lead}, gave 1 trick. After it declarer won 2 more."),
        ("2se=", 0, "The lead, {lead}, gave 1 trick. After it declarer lost 1 again."),
    ],
)
def test_a_verdict_says_what_the_lead_gave_and_what_came_after_it(
    line: str, place: int, words: str
):
    verdict = verdict_on(parse_deal(line), led(place), SOLVED)
    assert verdict
    lead = str(SOUTH[place])
    assert verdict.words == words.format(lead=lead)


def test_without_a_lead_the_result_is_held_against_the_best_lead():
    verdict = verdict_on(parse_deal("2se+1"), "", SOLVED)
    assert verdict and verdict.words == "1 trick more than the cards give."


def test_a_lead_that_the_leader_does_not_hold_is_left_aside():
    elsewhere = "".join(BOARD.layout.hand(Seat.NORTH)[0])
    verdict = verdict_on(parse_deal("2se+1"), elsewhere, SOLVED)
    assert verdict and (verdict.lead, verdict.after_lead) == (None, 8)


def test_a_board_that_was_passed_out_has_no_verdict():
    assert verdict_on(parse_deal("p"), "", SOLVED) is None


@pytest.mark.parametrize(
    ("leads", "words"),
    [
        ("8" * 13, "2♠ by East: 8 tricks on any lead."),
        ("8" + "9" * 12, "2♠ by East: 8 tricks if {first} is led, else more."),
        ("9" + "8" * 12, "2♠ by East: 8 tricks, and more if {first} is led."),
    ],
)
def test_the_ground_of_a_verdict_names_the_leads_that_matter(leads: str, words: str):
    solved = solved_from(f"10-58587585b2b2b1b18282-SE{leads}", BOARD)
    verdict = verdict_on(parse_deal("2se="), "", solved)
    assert verdict and verdict.ground == words.format(first=SOUTH[0])


def test_without_leads_the_ground_is_the_tricks():
    solved = solved_from("10-58587585b2b2b1b18282", BOARD)
    verdict = verdict_on(parse_deal("2se="), "", solved)
    assert verdict and verdict.ground == "2♠ by East: 8 tricks."


def test_few_leads_stand_alone_and_many_by_suit():
    cards = [parse_card(text) for text in ("SA", "ST", "H4", "CK", "C2")]
    assert leads_in_short(cards[:4]) == ["♠A", "♠10", "♥4", "♣K"]
    assert leads_in_short(cards) == ["♠A 10", "♥4", "♣K 2"]
