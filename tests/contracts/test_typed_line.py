"""Typed lines in each language's letters are read as the same deal, and are written so that they read back."""

import itertools

import pytest
from django.utils import translation
from hypothesis import given

from clubscore.contracts.deal_form import ContractForm
from clubscore.contracts.letters import (
    deal_typed,
    letters_of,
    line_of,
    outcome_line_of,
    outcome_typed,
)
from clubscore.contracts.typed_line import ENGLISH, Letters
from clubscore.duplicate.verdicts.ruling.forms import EXAMPLES as OF_RULINGS
from clubscore.games.royal_form import RoyalForm
from clubscore.rubbers.from_paper.context import EXAMPLES as OF_PADS
from scoring import Contract, Deal, InvalidDeal, Risk, Seat, Strain, parse_deal
from scoring.duplicate.outcome_line import outcome_line, parse_outcome
from scoring.errors import InvalidOutcome
from tests.scoring.made_up_deals import any_deals

LANGUAGES = ("en-gb", "de", "fr", "nl")
GOLDEN = [
    # German: Treff, Karo, Coeur, Pik; East is O.
    *(
        ("de", "O 4SA +1", "4NTE+1"),
        ("de", "4po=", "4SE="),
        ("de", "p4o=", None),
        ("de", "2cs+2", "2HS+2"),
    ),
    *(
        ("de", "3kxn-1", "3DXN-1"),
        ("de", "5tw=", "5CW="),
        ("de", "4sas=", "4NTS="),
        ("de", "PASSE", "P"),
    ),
    *(
        ("de", "3cn= h4o t1ow", "3HN= h4E t1EW"),
        ("de", "4pn= # So ging’s", "4SN= # So ging’s"),
    ),
    # What has no meaning of its own in German is read as in English.
    *(
        ("de", "4ho=", "4HE="),
        ("de", "3de=", "3DE="),
        ("de", "4ss=", "4SS="),
        ("de", "3nte=", "3NTE="),
    ),
    *(
        ("de", "3nn=", "3NTN="),
        ("de", "4♠ o =", "4SE="),
        ("de", "pass", "P"),
        ("de", "3cn= t1ew", "3HN= t1EW"),
    ),
    # French: trèfle, carreau, cœur, pique; West is O, and E is East as in English.
    *(
        ("fr", "4po=", "4SW="),
        ("fr", "4pw=", "4SW="),
        ("fr", "2ke+1", "2DE+1"),
        ("fr", "3sao-1", "3NTW-1"),
    ),
    *(
        ("fr", "1ts=", "1CS="),
        ("fr", "2co= h5e", "2HW= h5E"),
        ("fr", "passe", "P"),
        ("fr", "1te= t2eo", "1CE= t2EW"),
    ),
    # Dutch: klaveren, ruiten, harten, schoppen; South is Z, and so S is one as well.
    *(
        ("nl", "Z 3R=", "3DS="),
        ("nl", "4sz=", "4SS="),
        ("nl", "4ss=", "4SS="),
        ("nl", "s4h=", "4HS="),
    ),
    *(
        ("nl", "5kxxo-3", "5CXXE-3"),
        ("nl", "3saw=", "3NTW="),
        ("nl", "2ks=", "2CS="),
        ("nl", "pas", "P"),
    ),
    *(("nl", "1kn= t2nz", "1CN= t2NS"), ("nl", "1cn=", "1CN="), ("nl", "1dn=", "1DN=")),
    # Another language's letters are refused, not guessed.
    *(
        ("en-gb", "4po=", None),
        ("nl", "4pz=", None),
        ("de", "4pz=", None),
        ("fr", "4rn=", None),
        ("nl", "4tn=", None),
    ),
]
ROYAL = [
    *(
        ("de", "2ro= h3n h2s !ow", "2RE= h3N h2S !EW"),
        ("fr", "2ro= vo", "2RW= vW"),
        ("nl", "2ksz= h3n vo", "2RS= h3N vE"),
    ),
    *(
        ("nl", "2rz=", "2DS="),
        ("nl", "2kz=", "2CS="),
        ("nl", "2ks=", None),
        ("en-gb", "2rs=", "2RS="),
    ),
]


@pytest.mark.parametrize(("language", "line", "deal"), GOLDEN)
def test_a_line_is_read_as_its_language_means_it(
    language: str, line: str, deal: str | None
):
    if deal is not None:
        assert str(deal_typed(line, language)) == deal
        return
    with pytest.raises(InvalidDeal):
        deal_typed(line, language)


@pytest.mark.parametrize(("language", "line", "deal"), ROYAL)
def test_royals_have_their_own_letter_where_they_are_bid(
    language: str, line: str, deal: str | None
):
    if deal is not None:
        assert str(deal_typed(line, language, royals=True)) == deal
        return
    with pytest.raises(InvalidDeal):
        deal_typed(line, language, royals=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_contract_seat_and_result_reads_back(language: str):
    contracts = [
        Contract(*each) for each in itertools.product(range(1, 8), Strain, Risk)
    ]
    with translation.override(language):
        for contract, seat, tricks in itertools.product(contracts, Seat, range(14)):
            deal = Deal(contract, seat, tricks)
            royals = contract.strain is Strain.ROYALS
            assert deal_typed(line_of(deal), language, royals=royals) == deal


@pytest.mark.parametrize("language", LANGUAGES)
@given(deal=any_deals())
def test_every_deal_with_all_its_facts_reads_back(language: str, deal: Deal):
    with translation.override(language):
        assert deal_typed(line_of(deal), language, royals=True) == deal


def test_english_is_the_notation_itself():
    assert letters_of("en-gb") == ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_letters_of_a_language_are_alike(language: str):
    found: Letters = letters_of(language)
    assert (len(set(found.seats)), len(set(found.strains))) == (4, 6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_says_the_same_deal_in_every_language(language: str):
    examples = [(ContractForm.example, False), (RoyalForm.example, True)]
    examples += [(line, royals) for royals, lines in OF_PADS.items() for line in lines]
    for line, royals in examples:
        with translation.override("en-gb"):
            deal = parse_deal(str(line), royals=royals)
        with translation.override(language):
            assert deal_typed(str(line), royals=royals) == deal


@pytest.mark.parametrize(
    ("language", "line", "outcome"),
    [
        ("de", "60% 4po=, 40 %= 4po-1", "60%=4SE=,40%=4SE-1"),
        ("de", "ns: -50, ow: 70% -420, 30% 4kn-1", "ns:-50,ew:70%=-420,30%=4DN-1"),
        ("fr", "NS: 4po=, EO: 4po-1", "ns:4SW=,ew:4SW-1"),
        ("nl", "nz: 3rz=, ow: 3rz-1", "ns:3DS=,ew:3DS-1"),
        *(("nl", line, line) for line in ("+420", "-50", "A6040", "A+-", "NP", "0")),
    ],
)
def test_an_outcome_is_read_as_its_language_means_it(
    language: str, line: str, outcome: str
):
    assert outcome_line(outcome_typed(line, 1, language)) == outcome


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_outcome_reads_back_and_its_examples_are_outcomes(language: str):
    with translation.override(language):
        lines = [
            "ns:4SN-1,ew:60%=4SE=,40%=3NTS-2",
            "30%=+420,70%=-50",
            "4DXW-1",
            "A6040",
            "NP",
            "+420",
        ]
        for outcome in (parse_outcome(line, 1) for line in lines):
            assert outcome_typed(outcome_line_of(outcome), 1) == outcome
        assert all(
            outcome_typed(part, 1)
            for kind, line in OF_RULINGS.items()
            if kind != "assigned"
            for part in [str(line)]
        )


def test_a_mistake_in_an_outcome_is_where_it_was_typed():
    line = "ns: 3nto=, ow: 4zo="
    with pytest.raises(InvalidOutcome) as refused:
        outcome_typed(line, 1, "de")
    assert line[refused.value.column - 1 :] == "zo="


@pytest.mark.parametrize(
    ("language", "line", "words"),
    [
        ("de", "4z", "t (Treff), k (Karo), c (Coeur), p (Pik) oder sa"),
        ("fr", "4p=", "n, e, s ou o"),
        ("nl", "4s=", "n, o, z of w"),
        ("nl", "4sz= h4", "n, o, z of w"),
    ],
)
def test_a_refusal_names_the_letters_of_the_language(
    language: str, line: str, words: str
):
    with translation.override(language):
        form = ContractForm({"line": line, "language": language})
        assert words in form.errors["line"][0]


def test_a_line_is_read_in_the_language_of_its_page():
    with translation.override("fr"):
        form = ContractForm(
            {
                "line": "4po=",
                "language": "de",
                "number": 1,
                "revision": 0,
                "key": "0" * 32,
            }
        )
        assert (form.is_valid(), str(form.cleaned_data["deal"])) == (True, "4SE=")
        assert "language" not in ContractForm({"line": "4po=", "language": "xx"}).errors
        assert (form["language"].value(), ContractForm()["language"].value()) == (
            "de",
            "fr",
        )
