"""Sentences that remember their template, so that every sentence of a score can be translated."""

import copy
import json
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring import SYSTEMS, InvalidDeal, Seat, Side, Strain, parse_deal, score_board
from scoring.contest import Contest, fold
from scoring.contract_deal import STRAINS, deal_lines
from scoring.deals import Deal
from scoring.said import Forms, Said, counted, in_language, said
from scoring.systems.base import System
from scoring.values import LEVELS, TRICKS, Contract, Risk
from scoring.words import (
    contract_in_words,
    deal_in_words,
    result_in_words,
    sides_in_words,
)
from tests.scoring.contest.contests import contests
from tests.scoring.made_up_deals import contract_deals, royal_deals
from tests.scoring.wordless import left_in_english


def test_words_are_their_english_text() -> None:
    words = said("{side} passed", side=said("North"))
    assert words == "North passed"
    assert json.dumps(words) == '"North passed"'
    assert {words: 1}["North passed"] == 1


def test_a_place_can_begin_with_a_capital_in_every_language() -> None:
    words = said("{number:capital} down", number=said("two"))
    german = {"{number:capital} down": "{number:capital} zu wenig", "two": "zwei"}
    assert words == "Two down"
    assert (
        in_language(words, german.__getitem__, lambda one, more, number: one)
        == "Zwei zu wenig"
    )


@pytest.mark.parametrize(("number", "words"), [(1, "ein Stich"), (3, "3 Stiche")])
def test_what_is_counted_takes_the_form_of_its_number(number: int, words: str) -> None:
    tricks = counted(number, Forms("{number} trick", "{number} tricks"), number=number)
    assert tricks == ("1 trick" if number == 1 else "3 tricks")
    forms = {"{number} trick": ("ein Stich", "{number} Stiche")}
    assert (
        in_language(tricks, str, lambda one, more, count: forms[one][count != 1])
        == words
    )


def test_text_that_was_not_said_is_looked_up_as_it_stands() -> None:
    assert in_language(
        "Honours score", {"Honours score": "Honneurs zählen"}.__getitem__, lambda *_: ""
    ) == ("Honneurs zählen")


def test_no_words_stay_no_words_in_every_language() -> None:
    header = {"": "Project-Id-Version: 1", "{risk} here": "{risk} hier"}
    assert (
        in_language(
            said("{risk} here", risk=said("")), header.__getitem__, lambda *_: ""
        )
        == " hier"
    )


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda words: pickle.loads(pickle.dumps(words))]
)
def test_a_copy_remembers_its_form(again) -> None:
    words = again(
        counted(2, Forms("{number} trick", "{number} tricks"), number=said("two"))
    )
    assert isinstance(words, Said)
    assert (words, words.form, words.many, words.number) == (
        "two tricks",
        "{number} trick",
        "{number} tricks",
        2,
    )


def test_no_reason_of_a_contract_is_left_in_english() -> None:
    for level, strain, risk, tricks in product(
        LEVELS, STRAINS, Risk, range(TRICKS + 1)
    ):
        deal = Deal(Contract(level, strain, risk), Seat.NORTH, tricks)
        for line in (*deal_lines(deal, True), *score_board(7, deal).lines):
            assert left_in_english(line.text) == [], line.text
        assert left_in_english(deal_in_words(deal)) == []


@given(some.lists(royal_deals(), min_size=1, max_size=6))
def test_no_reason_of_royal_auction_is_left_in_english(deals: list[Deal]) -> None:
    _assert_sheet_can_be_told(SYSTEMS["royal"], deals)


@pytest.mark.parametrize("system", ["contract", "chicago"])
@given(deals=some.lists(contract_deals(), min_size=1, max_size=6))
def test_no_reason_of_a_sheet_is_left_in_english(
    system: str, deals: list[Deal]
) -> None:
    _assert_sheet_can_be_told(SYSTEMS[system], deals)


def _assert_sheet_can_be_told(system: System, deals: list[Deal]) -> None:
    sheet = system.fold([])
    for deal in deals:
        if sheet.next is not None:
            sheet = system.add(sheet, deal)
    closed = system.close(sheet)
    reasons = [line.text for scored in closed.deals for line in scored.lines] + [
        line.text for line in closed.closing
    ]
    assert [reason for reason in reasons if left_in_english(reason)] == []


@pytest.mark.parametrize(
    "line",
    [
        "4s",
        "4sn",
        "4s+1",
        "9sn=",
        "4xn=",
        "4snn=",
        "4sn4",
        "4sn2",
        "4sn+",
        "4sn+9",
        "4sn-11",
        "4sn= h",
        "4sn= ve q",
    ],
)
def test_no_refusal_of_a_quick_line_is_left_in_english(line: str) -> None:
    with pytest.raises(InvalidDeal) as refused:
        parse_deal(line)
    assert left_in_english(refused.value.message) == []


def test_seats_sides_strains_and_results_are_words_that_were_said() -> None:
    words = (
        [seat.word for seat in Seat]
        + [side.word for side in Side]
        + [strain.word for strain in Strain]
    )
    words += [
        sides_in_words(()),
        sides_in_words(Side),
        contract_in_words(Contract(1, Strain.ROYALS, Risk.DOUBLED)),
    ]
    assert all(
        isinstance(word, Said) for word in (*words, result_in_words(Deal.passed_out()))
    )


@given(contests())
def test_no_step_to_an_award_is_left_in_english(contest: Contest) -> None:
    awards = [
        award
        for slot in fold(contest).slots
        for award in (slot.ns, slot.ew)
        if award is not None
    ]
    assert [
        step for award in awards for step in award.steps if left_in_english(step)
    ] == []


@pytest.mark.parametrize(
    "facts",
    [
        {"declarer": "X"},
        {"honours": 1},
        {"honours": ((Seat.NORTH, "X"),)},
        {"transferred": (("X", 1),)},
        {"transferred": ((Side.NS, 14),)},
        {"voids": 1},
        {"revokes": 1},
    ],
)
def test_no_refusal_of_facts_is_left_in_english(facts: dict[str, object]) -> None:
    deal = {
        "contract": Contract(4, Strain.SPADES),
        "declarer": Seat.NORTH,
        "tricks": 10,
    }
    with pytest.raises(InvalidDeal) as refused:
        Deal(**deal | facts)  # type: ignore[arg-type]
    assert left_in_english(refused.value.message) == []
