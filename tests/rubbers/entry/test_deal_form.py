"""The form of a deal: fields that are tapped or typed are turned into a deal."""

import pytest

from clubscore.contracts.bidding_box import Tapped
from clubscore.contracts.deal_form import (
    BOTH,
    HALF_TRANSFERRED,
    ContractForm,
    PartialDeal,
)
from clubscore.games.royal_form import RoyalForm
from scoring import Contract, Deal, Risk, Seat, Side, Strain

FOUR_SPADES = Contract(4, Strain.SPADES)


def entry(**fields: str) -> ContractForm:
    return ContractForm(
        {
            "number": "6",
            "revision": "5",
            "key": "6b1f4a52-8f0e-4a2c-9a55-6f8d2f3f9f10",
            **fields,
        }
    )


def deal_of(form: ContractForm) -> Deal:
    assert form.errors == {}
    return form.cleaned_data["deal"]


def test_three_taps_are_a_deal():
    assert deal_of(entry(contract="4S", declarer="N", result="0")) == Deal(
        FOUR_SPADES, Seat.NORTH, 10
    )


@pytest.mark.parametrize(
    ("result", "tricks"), [("-10", 0), ("-1", 9), ("0", 10), ("+3", 13)]
)
def test_the_result_is_relative_to_the_contract(result: str, tricks: int):
    assert deal_of(entry(contract="4S", declarer="N", result=result)).tricks == tricks


@pytest.mark.parametrize(
    ("tapped", "risk"),
    [("", Risk.UNDOUBLED), ("X", Risk.DOUBLED), ("XX", Risk.REDOUBLED)],
)
def test_a_contract_may_be_doubled_and_redoubled(tapped: str, risk: Risk):
    deal = deal_of(entry(contract="3NT", risk=tapped, declarer="E", result="+1"))
    assert deal.contract == Contract(3, Strain.NOTRUMP, risk)


def test_passed_out_is_one_tap():
    assert deal_of(entry(contract="P")) == Deal.passed_out()


def test_what_was_tapped_before_everyone_passed_does_not_count():
    assert (
        deal_of(entry(contract="P", risk="X", declarer="W", result="-2"))
        == Deal.passed_out()
    )


def test_honours_belong_to_the_hand_that_held_them():
    deal = deal_of(entry(contract="4S", declarer="N", result="-1", honours="5W"))
    assert deal.honours == ((Seat.WEST, 5),)


def test_a_passed_out_deal_has_no_honours():
    assert entry(contract="P", honours="4N").errors == {
        "honours": ["A passed-out deal has nothing but a note."]
    }


def test_there_are_no_five_honours_at_no_trump():
    form = entry(contract="1NT", declarer="N", result="0", honours="5N")
    assert form.errors == {"honours": ["There are only four aces in the pack."]}


def test_transferred_tricks_are_kept_with_their_side():
    deal = deal_of(
        entry(
            contract="4S",
            declarer="N",
            result="0",
            transferred_tricks="2",
            transferred_side="NS",
        )
    )
    assert deal.transferred == ((Side.NS, 2),)


@pytest.mark.parametrize(
    "half", [{"transferred_tricks": "2"}, {"transferred_side": "EW"}]
)
def test_transferred_tricks_need_their_number_and_their_side(half: dict[str, str]):
    form = entry(contract="4S", declarer="N", result="0", **half)
    assert form.errors == {"transferred_tricks": [HALF_TRANSFERRED]}


def test_more_tricks_transferred_than_a_side_won_are_refused_beside_their_number():
    form = entry(
        contract="4S",
        declarer="N",
        result="+3",
        transferred_tricks="1",
        transferred_side="EW",
    )
    assert list(form.errors) == ["transferred_tricks"]


def test_a_note_is_kept():
    assert (
        deal_of(
            entry(contract="4S", declarer="N", result="0", note="On a squeeze")
        ).note
        == "On a squeeze"
    )


@pytest.mark.parametrize(
    ("tapped", "missing"),
    [
        ({}, ("contract", "declarer", "result")),
        ({"contract": "4S"}, ("declarer", "result")),
        ({"declarer": "N", "result": "0"}, ("contract",)),
        ({"contract": "4S", "declarer": "N"}, ("result",)),
        ({"contract": "P"}, ()),
    ],
)
def test_what_is_missing_is_named_one_by_one(
    tapped: dict[str, str], missing: tuple[str, ...]
):
    form = entry(**tapped)
    assert form.partial().missing == missing
    assert tuple(form.errors) == missing


def test_what_is_known_so_far_can_be_shown():
    assert entry(contract="4S", risk="X", result="-2").partial() == PartialDeal(
        Contract(4, Strain.SPADES, Risk.DOUBLED), None, -2
    )


def test_nothing_is_known_of_an_untouched_form():
    assert ContractForm().partial() == PartialDeal()


def test_an_impossible_result_is_refused_beside_the_result():
    form = entry(contract="6S", declarer="N", result="+2")
    assert form.errors == {"result": ["6♠ cannot make 14 tricks: +1 is the most."]}


def test_an_unknown_key_is_refused():
    assert list(entry(contract="8S", declarer="N", result="0").errors) == ["contract"]


def test_a_typed_line_is_a_deal():
    assert deal_of(entry(line="4sxn-1 h4w")) == Deal(
        Contract(4, Strain.SPADES, Risk.DOUBLED),
        Seat.NORTH,
        9,
        honours=((Seat.WEST, 4),),
    )


def test_an_unreadable_line_is_refused_beside_the_line():
    form = entry(line="4sn10")
    assert list(form.errors) == ["line"]
    assert "deal" not in form.cleaned_data


def test_royals_are_read_only_where_they_are_played():
    assert RoyalForm({"line": "2rn="}).partial().contract == Contract(2, Strain.ROYALS)
    assert ContractForm({"line": "2rn="}).partial() == PartialDeal()
    assert [len(form().keyboard.contracts) for form in (ContractForm, RoyalForm)] == [
        36,
        42,
    ]


def test_a_line_and_the_same_taps_agree():
    form = entry(line="4sn= h4n", contract="4S", declarer="N", result="0", honours="4N")
    assert deal_of(form) == Deal(
        FOUR_SPADES, Seat.NORTH, 10, honours=((Seat.NORTH, 4),)
    )


@pytest.mark.parametrize(
    "tapped",
    [
        {"contract": "4H"},
        {"contract": "P"},
        {"risk": "X"},
        {"declarer": "S"},
        {"result": "+1"},
        {"result": "-1"},
        {"honours": "4N"},
        {"transferred_tricks": "1", "transferred_side": "NS"},
    ],
)
def test_a_line_and_other_taps_are_refused(tapped: dict[str, str]):
    form = entry(line="4sn=", **tapped)
    assert form.errors == {"line": [BOTH]}
    assert "deal" not in form.cleaned_data


def test_a_note_beside_the_line_is_added_to_it():
    assert deal_of(entry(line="4sn=", note="On a squeeze")).note == "On a squeeze"


def test_a_note_that_cannot_be_one_is_refused_beside_the_note_also_of_a_typed_line():
    refused = {"note": ["A note cannot hold control characters."]}
    assert entry(line="4sn=", note="a\x07b").errors == refused
    assert (
        entry(contract="4S", declarer="N", result="0", note="a\x07b").errors == refused
    )


def test_a_second_note_is_refused():
    assert entry(line="4sn= # Lucky", note="On a squeeze").errors == {"line": [BOTH]}


def test_the_deal_s_number_the_sheet_s_revision_and_the_entry_s_key_are_needed():
    form = ContractForm({"contract": "P"})
    assert sorted(form.errors) == ["key", "number", "revision"]


def test_a_typed_line_has_room_for_the_facts_and_a_note_of_full_length():
    note = "n" * 200
    assert deal_of(entry(line=f"4SXXN+1 T2NS h4S # {note}")).note == note


def test_an_entry_to_begin_with_is_known_like_a_typed_one():
    assert ContractForm(initial={"line": "4sn="}).partial() == PartialDeal(
        FOUR_SPADES, Seat.NORTH, 0
    )


def test_a_rare_result_is_unfolded():
    assert [entry(result=result).tapped.has_rare_result for result in ("-4", "-3", "0", "+3", "+4", "")] == [
        True, False, False, False, True, False,
    ]  # fmt: skip


def test_every_key_says_its_name():
    form = ContractForm()
    keys = [
        *form.keyboard.contracts,
        *form.keyboard.risks,
        *form.keyboard.usual_results,
        *form.keyboard.rare_results,
    ]
    said = {key.value: key.spoken for key in keys}
    bids = ["1 club", "4 spades", "3 no-trump", "Passed out", "Doubled"]
    assert [said[key] for key in ("1C", "4S", "3NT", "P", "X")] == bids
    results = ["two down", "made exactly", "one overtrick", "six overtricks"]
    assert [said[key] for key in ("-2", "0", "+1", "+6")] == results


@pytest.mark.parametrize(
    ("result", "levels"),
    [
        ("-13", (7, 7)),
        ("-8", (2, 7)),
        ("-7", (1, 7)),
        ("0", (1, 7)),
        ("+1", (1, 6)),
        ("+6", (1, 1)),
    ],
)
def test_a_result_knows_the_levels_at_which_thirteen_tricks_allow_it(
    result: str, levels: tuple[int, int]
):
    keyboard = entry().keyboard
    key = next(
        key
        for key in (*keyboard.usual_results, *keyboard.rare_results)
        if key.value == result
    )
    assert (key.from_level, key.to_level) == levels


def test_a_key_that_no_page_of_ours_has_is_refused_by_its_name():
    form = entry(contract="8S", declarer="N", result="0")
    assert form.errors["contract"] == [
        "There is no key 8S in this game: tap one of the keys."
    ]


def test_what_no_key_posts_is_no_key_that_is_down():
    junk = "x" * 100_000
    sent = entry(contract=junk, risk=junk, declarer=junk, result=junk).tapped
    assert sent == entry().tapped == Tapped()
    assert entry(contract="4S", risk="X", declarer="N", result="-5").tapped == Tapped(
        "4S", "X", "N", "-5"
    )
    assert entry(contract="P").tapped == Tapped("P")
