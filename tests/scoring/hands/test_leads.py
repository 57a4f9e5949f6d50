"""An opening lead or a declarer that contradicts the cards of the board."""

from hypothesis import given
from hypothesis import strategies as some

from scoring.hands import CARDS, contradiction, parse_card
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.values import Seat
from tests.scoring.hands.made_up_hands import PRINTED, layouts


def test_a_lead_that_the_leader_holds_is_none():
    assert contradiction(parse_deal_text(PRINTED), Seat.NORTH, parse_card("HK")) == ""


def test_the_sentence_says_who_holds_the_card_and_which_declarer_would_fit():
    assert contradiction(parse_deal_text(PRINTED), Seat.NORTH, parse_card("SK")) == (
        "East led against North, but ♠K is in West’s hand: another card was led, or South was declarer."
    )


@given(layouts(), some.sampled_from(CARDS))
def test_each_card_can_be_led_against_exactly_one_declarer(layout, card):
    fitting = [
        declarer for declarer in Seat if not contradiction(layout, declarer, card)
    ]
    assert [declarer.next for declarer in fitting] == [layout.holder(card)]
    for declarer in Seat:
        said = contradiction(layout, declarer, card)
        assert said == "" or f"or {fitting[0].word} was declarer" in said
