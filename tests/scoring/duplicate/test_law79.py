"""Law 79 in both codes: a table of questions with their answers, and properties that hold for every question."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import (
    Conviction,
    Decider,
    ErrorKind,
    Need,
    Question,
    answer,
)
from scoring.duplicate.outcome_line import outcome_line
from scoring.duplicate.outcomes import Played, Split
from scoring.errors import InvalidOutcome, InvalidRuling

# Recorded +420, found +450: North-South would gain. Lowered, East-West has -450 and North-South keeps +420.
CHANGED, STANDS, LOWERED = "+450", "+420", "ns:+420,ew:-450"


def asked(code, error, moment, words=""):
    """The Question that these words describe: `agreed`, `claim`, `clear`, `beyond`, `organiser`,
    `regulation`, `nothing`.
    """
    said = set(words.split())
    conviction = (
        Conviction.BEYOND_DOUBT
        if "beyond" in said
        else Conviction.CLEAR
        if "clear" in said
        else 0
    )
    return Question(
        code=Code(code),
        error=ErrorKind(error),
        moment=Moment[moment],
        found=450,
        recorded=None if "nothing" in said else 420,
        agreed="agreed" in said,
        claimed="claim" in said,
        conviction=Conviction(conviction),
        organiser="organiser" in said,
        regulation="regulation" in said,
    )


def told(question):
    """The answer to a question as texts: who decides, the clause of the law, and the possible outcomes."""
    got = answer(question)
    return got.decider.value, got.clause, " | ".join(map(outcome_line, got.choices))


SIDES, DIRECTOR, BOTH = "both sides", "the director", "the director and the organiser"


@pytest.mark.parametrize("code", ["2007", "2017"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("agreed", (SIDES, "79A1", CHANGED)),
        ("agreed nothing", (SIDES, "79A1", CHANGED)),
        ("agreed claim", (SIDES, "79A1", CHANGED)),
    ],
)
def test_law_79_a1_both_sides_agree_on_the_tricks_before_the_hands_are_back(
    code, words, expected
):
    assert told(asked(code, "tricks", "HANDS_OUT", words)) == expected


@pytest.mark.parametrize("code", ["2007", "2017"])
def test_law_79_a2_who_agrees_is_reminded_that_nobody_accepts_a_trick_that_was_not_won(
    code,
):
    assert "79A2" in answer(asked(code, "tricks", "HANDS_OUT", "agreed")).words


@pytest.mark.parametrize("moment", ["HANDS_OUT", "ROUND_ON"])
@pytest.mark.parametrize(("code", "laws"), [("2007", ("69",)), ("2017", ("69B", "71"))])
def test_law_79_b1_after_a_claim_the_director_applies_the_law_of_claims_of_the_code(
    code, laws, moment
):
    question = asked(code, "tricks", moment, "claim clear")
    assert told(question) == (DIRECTOR, "79B1", f"{CHANGED} | {STANDS}")
    assert answer(question).see == laws


def test_law_79_b1_in_2007_also_after_the_round_and_in_2017_within_the_limits_of_b3():
    assert told(asked("2007", "tricks", "PERIOD_ON", "claim clear"))[1] == "79B1"
    late = answer(asked("2017", "tricks", "PERIOD_ON", "claim"))
    assert (late.clause, late.see) == ("79B3", ("69B", "71"))


@pytest.mark.parametrize("code", ["2007", "2017"])
@pytest.mark.parametrize(
    ("moment", "words", "outcomes"),
    [
        ("HANDS_OUT", "", f"{STANDS} | {CHANGED}"),
        ("HANDS_OUT", "nothing", CHANGED),
        ("HANDS_OUT", "clear", f"{CHANGED} | {STANDS}"),
        ("ROUND_ON", "", f"{STANDS} | {CHANGED}"),
        ("ROUND_ON", "agreed", f"{CHANGED} | {STANDS}"),
        ("ROUND_ON", "beyond", f"{CHANGED} | {STANDS}"),
    ],
)
def test_law_79_b2_while_the_round_is_on_the_director_rules_what_is_recorded(
    code, moment, words, outcomes
):
    assert told(asked(code, "tricks", moment, words)) == (DIRECTOR, "79B2", outcomes)


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        ("", STANDS),
        ("clear", f"{CHANGED} | {LOWERED}"),
        ("beyond", f"{CHANGED} | {LOWERED}"),
        ("agreed", f"{CHANGED} | {LOWERED}"),
    ],
)
def test_law_79_b2_of_2007_called_late_the_director_need_not_raise_a_side(
    words, outcomes
):
    question = asked("2007", "tricks", "PERIOD_ON", words)
    assert told(question) == (DIRECTOR, "79B2", outcomes)
    assert answer(question).see == ("79C", "87")


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        ("", f"{STANDS} | {LOWERED}"),
        # Both sides may be wrong: the director is to be convinced.
        (
            "agreed",
            f"{STANDS} | {LOWERED}",
        ),
        ("clear", CHANGED),
        ("beyond", CHANGED),
    ],
)
def test_law_79_b3_of_2017_called_late_both_sides_are_changed_only_if_the_director_is_clearly_convinced(
    words, outcomes
):
    assert told(asked("2017", "tricks", "PERIOD_ON", words)) == (
        DIRECTOR,
        "79B3",
        outcomes,
    )


@pytest.mark.parametrize("code", ["2007", "2017"])
@pytest.mark.parametrize(
    ("moment", "words", "expected"),
    [
        ("HANDS_OUT", "agreed", (SIDES, "79C1", CHANGED)),
        ("ROUND_ON", "agreed", (SIDES, "79C1", CHANGED)),
        ("ROUND_ON", "", (DIRECTOR, "79C1", STANDS)),
        ("ROUND_ON", "clear", (DIRECTOR, "79C1", CHANGED)),
        ("PERIOD_ON", "", (DIRECTOR, "79C1", STANDS)),
        ("PERIOD_ON", "agreed", (DIRECTOR, "79C1", CHANGED)),
        ("PERIOD_ON", "clear", (DIRECTOR, "79C1", CHANGED)),
    ],
)
def test_law_79_c1_an_error_in_the_score_is_corrected_until_the_period_is_over(
    code, moment, words, expected
):
    assert told(asked(code, "score", moment, words)) == expected


def test_law_79_c1_names_the_scorer_in_2007_and_an_official_who_records_in_2017():
    older, newer = (
        answer(asked(code, "score", "PERIOD_ON")).words for code in ("2007", "2017")
    )
    assert "scorer" in older and "tabulating" in older
    assert "official" in newer and "recording" in newer


@pytest.mark.parametrize("words", ["", "clear", "beyond organiser", "claim beyond"])
def test_law_79_c2_of_2017_is_not_for_tricks_that_the_sides_dispute(words):
    question = asked("2017", "tricks", "PERIOD_OVER", words)
    assert told(question) == (DIRECTOR, "79B3", STANDS)
    agreed = asked("2017", "tricks", "PERIOD_OVER", f"agreed {words}")
    assert answer(agreed).clause == "79C2"


@pytest.mark.parametrize("error", ["score", "tricks agreed"])
@pytest.mark.parametrize(
    ("words", "lacks", "changed"),
    [
        ("", {Need.DIRECTOR, Need.APPROVAL}, False),
        ("agreed clear organiser", {Need.DIRECTOR}, False),
        ("beyond", {Need.APPROVAL}, False),
        ("beyond regulation", {Need.APPROVAL}, False),
        ("beyond organiser", set(), True),
    ],
)
def test_law_79_c2_of_2017_takes_a_director_beyond_doubt_and_the_organiser_s_approval(
    error, words, lacks, changed
):
    error, *also = error.split()
    question = asked("2017", error, "PERIOD_OVER", " ".join([words, *also]))
    assert told(question) == (BOTH, "79C2", CHANGED if changed else STANDS)
    assert set(answer(question).lacks) == lacks


@pytest.mark.parametrize(
    ("error", "outcomes"), [("score", CHANGED), ("tricks", f"{CHANGED} | {LOWERED}")]
)
@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        ("", {Need.REGULATION, Need.DIRECTOR, Need.ORGANISER}),
        ("beyond organiser", {Need.REGULATION}),
        ("regulation beyond", {Need.ORGANISER}),
        ("regulation clear organiser", {Need.DIRECTOR}),
        ("regulation beyond organiser", set()),
    ],
)
def test_law_79_c2_of_2007_takes_a_regulation_and_both_beyond_doubt(
    error, outcomes, words, lacks
):
    question = asked("2007", error, "PERIOD_OVER", words)
    assert told(question) == (BOTH, "79C2", STANDS if lacks else outcomes)
    assert set(answer(question).lacks) == lacks


def test_a_round_that_is_over_has_a_recorded_score():
    with pytest.raises(InvalidRuling, match="say which") as refused:
        asked("2017", "tricks", "PERIOD_ON", "nothing")
    assert refused.value.field == "recorded"
    with pytest.raises(InvalidOutcome, match="multiple of ten"):
        replace(asked("2017", "tricks", "PERIOD_ON"), found=425)


# --- whatever is asked ---

POINTS = some.integers(-760, 760).map(lambda tens: tens * 10)
QUESTIONS = some.builds(
    Question,
    code=some.sampled_from(Code),
    error=some.sampled_from(ErrorKind),
    moment=some.sampled_from(Moment),
    found=POINTS,
    recorded=POINTS,
    agreed=some.booleans(),
    claimed=some.booleans(),
    conviction=some.sampled_from(Conviction),
    organiser=some.booleans(),
    regulation=some.booleans(),
)


def sides(outcome):
    """The points of North-South and of East-West for an outcome."""
    if isinstance(outcome, Split):
        return outcome.ns[0].points, outcome.ew[0].points
    return outcome.points, -outcome.points


@given(QUESTIONS)
def test_every_choice_is_the_record_the_finding_or_the_record_with_one_side_lowered(
    question,
):
    for outcome in answer(question).choices:
        ns, ew = sides(outcome)
        if isinstance(outcome, Played):
            assert ns in (question.recorded, question.found)
        else:
            assert (ns < question.recorded) + (ew < -question.recorded) == 1
            assert ns <= question.recorded and ew <= -question.recorded


@given(QUESTIONS)
def test_turned_by_ninety_degrees_the_answer_is_the_same_for_the_other_side(question):
    turned = answer(
        replace(question, found=-question.found, recorded=-question.recorded)
    )
    assert [sides(each)[::-1] for each in turned.choices] == [
        sides(each) for each in answer(question).choices
    ]


@given(QUESTIONS)
def test_a_director_who_is_less_convinced_may_raise_no_side_that_he_might_not_raise_before(
    question,
):
    def raised(conviction):
        outcomes = answer(replace(question, conviction=conviction)).choices
        first_ns, first_ew = sides(outcomes[0])
        return first_ns > question.recorded or first_ew > -question.recorded

    assert sorted(map(raised, Conviction)) == [
        raised(conviction) for conviction in Conviction
    ]


@given(QUESTIONS)
def test_after_the_period_the_organiser_decides_too_and_before_it_never(question):
    got = answer(question)
    is_over = question.moment is Moment.PERIOD_OVER
    assert got.is_closed == (
        is_over
        and question.code is Code.OF_2017
        and question.error is ErrorKind.TRICKS
        and not question.agreed
    )
    assert (got.decider is Decider.BOTH) == (is_over and not got.is_closed)
    if got.is_closed:
        assert got.choices == (Played(question.recorded),)
    if got.lacks:
        assert got.choices == (Played(question.recorded),)
