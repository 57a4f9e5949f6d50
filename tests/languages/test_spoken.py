"""Figures and signs are written as each language writes them."""

import re
from fractions import Fraction

import pytest
from django.utils import translation

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.outcomes.outcome_words import (
    figure_in_words,
    outcome_in_short,
    outcome_in_words,
)
from clubscore.languages.spoken import quoted, told
from clubscore.web.templatetags.scores import percent
from scoring import Side
from scoring.contest.comparing.matchpoints import Beaten
from scoring.contest.rules import ContestRules
from scoring.duplicate.outcome_line import parse_outcome
from scoring.duplicate.outcomes import Artificial
from scoring.said import Forms, counted
from scoring.words import sides_in_words
from tests.source_code import ROOT

GLUED = re.compile(r"[“‘]\{\{")
# Its marks are translated.
MESSAGE = re.compile(r"\{% blocktranslate.*?endblocktranslate", re.DOTALL)
HALF = Fraction(125, 2)


@pytest.mark.parametrize(
    ("language", "of_the_ranking", "of_the_standings"),
    [
        ("en-gb", "62.50", "58\xa0%"),
        ("de", "62,50", "58\xa0%"),
        ("fr", "62,50", "58\u202f%"),
        ("nl", "62,50", "58%"),
    ],
)
def test_a_percentage_is_written_as_the_language_does(
    language: str, of_the_ranking: str, of_the_standings: str
):
    with translation.override(language):
        assert (figure_in_words(Fraction(30), HALF, ContestRules()), percent(0.58)) == (
            of_the_ranking,
            of_the_standings,
        )


IMPS = ContestRules(scoring="team-imps", matches="vp")


@pytest.mark.parametrize(
    ("rules", "score", "written"),
    [
        (IMPS, Fraction(12), "12.00"),
        (IMPS, Fraction(1809, 100), "18.09"),
        (IMPS, Fraction(-1, 2), "−0.50"),
        (ContestRules(matches="vp"), Fraction(12), "12"),
        (ContestRules(scoring="cross-imps"), Fraction(57, 10), "5.70"),
        (ContestRules(scoring="cross-imps", cross_imps="total"), Fraction(57), "57"),
        (ContestRules(scoring="team-imps"), Fraction(-7), "−7"),
    ],
)
def test_the_scores_of_a_list_have_one_number_of_decimals(
    rules: ContestRules, score: Fraction, written: str
):
    assert figure_in_words(score, None, rules) == written


def test_the_sides_are_written_with_the_dash_of_pages():
    assert (sides_in_words(Side), told(sides_in_words(Side))) == (
        "North-South and East-West",
        "North–South and East–West",
    )
    with translation.override("fr"):
        assert told(sides_in_words([Side.NS])) == "Nord-Sud"


def test_a_ruling_has_its_weights_and_per_cents_in_the_language():
    weighted = parse_outcome("62.5%=+420,37.5%=-50")
    with translation.override("de"):
        assert outcome_in_words(weighted) == "62,5\xa0% von +420; 37,5\xa0% von −50"
        assert outcome_in_short(weighted) == "62,5\xa0%\xa0+420, 37,5\xa0%\xa0−50"
        assert outcome_in_short(Artificial(60, 40)) == "60\xa0% / 40\xa0%"
        assert Penalty(hundredths=1250, unit="%").words == "12,5\xa0% von einem Top"


def test_the_reason_of_an_award_has_the_figures_of_the_language():
    steps = tuple(Beaten(3, 1, 2, 3, 12, is_small=True).steps())
    assert steps == (
        "beat 1.5, tied 0.5 of 2",
        "a group of 3 among 12: 60 % + (3.5 − 2) × 5 % = 67.5 %",
    )
    with translation.override("de"):
        assert [told(step) for step in steps] == [
            "1,5 geschlagen, 0,5 gleich, von 2",
            "eine Gruppe von 3 unter 12: 60\xa0% + (3,5 − 2) × 5\xa0% = 67,5\xa0%",
        ]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-gb", "“Nach Hause”"),
        ("de", "„Nach Hause“"),
        ("fr", "«\xa0Nach Hause\xa0»"),
        ("nl", "‘Nach Hause’"),
    ],
)
def test_somebodys_own_words_stand_between_the_marks_of_the_language(
    language: str, words: str
):
    with translation.override(language):
        assert quoted("Nach Hause") == words


def test_no_template_has_quotation_marks_around_a_value():
    faults = [
        path.name
        for path in (ROOT / "templates").rglob("*.html")
        if GLUED.search(MESSAGE.sub("", path.read_text()))
    ]
    assert faults == [], (
        "Write {{ value|quoted }} without marks: each language has quotation marks of its own."
    )


@pytest.mark.parametrize(
    ("language", "one", "more"),
    [
        ("en-gb", "1 matchpoint", "1.5 matchpoints"),
        ("de", "1 Matchpunkt", "1,5 Matchpunkte"),
        ("fr", "1 matchpoint", "1,5 matchpoints"),
        ("nl", "1 matchpunt", "1,5 matchpunten"),
    ],
)
def test_one_of_a_thing_is_not_said_as_more(language: str, one: str, more: str):
    with translation.override(language):
        assert [Penalty(hundredths=each, unit="mp").words for each in (100, 150)] == [
            one,
            more,
        ]


def test_a_count_of_the_rules_has_a_singular_in_every_language():
    words = counted(
        1, Forms("÷ {others} comparison", "÷ {others} comparisons"), others=1
    )
    assert words == "÷ 1 comparison"
    with translation.override("de"):
        assert told(words) == "÷ 1 Vergleich"
