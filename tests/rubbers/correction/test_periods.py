"""The time limit and the consent that a correction needs: every row of the tables of the laws."""

import pytest

from clubscore.games import game_of
from clubscore.games.periods import (
    DealChange,
    DealErrorKind,
    RubberProgress,
    differ_in_tricks,
)
from scoring import SYSTEMS, Side, parse_deal

OPEN = RubberProgress(
    next_called=False, next_recorded=False, game_concluded=False, agreed=False
)
CALLED = RubberProgress(
    next_called=True, next_recorded=False, game_concluded=False, agreed=False
)
RECORDED = RubberProgress(
    next_called=True, next_recorded=True, game_concluded=False, agreed=False
)
CONCLUDED = RubberProgress(
    next_called=True, next_recorded=True, game_concluded=True, agreed=False
)
AGREED = RubberProgress(
    next_called=True, next_recorded=True, game_concluded=True, agreed=True
)

# system, error, how far on it is → consents needed of the four (0: closed to the players), the law
PERIODS = [
    ("contract", DealErrorKind.RECORDING, OPEN, 3, "Law 78"),
    ("contract", DealErrorKind.RECORDING, CALLED, 3, "Law 78"),
    ("contract", DealErrorKind.RECORDING, CONCLUDED, 3, "Law 78"),
    ("contract", DealErrorKind.RECORDING, AGREED, 0, "Law 78"),
    ("contract", DealErrorKind.AGREEMENT, OPEN, 3, "Law 78"),
    ("contract", DealErrorKind.AGREEMENT, CALLED, 4, "Law 78"),
    ("contract", DealErrorKind.AGREEMENT, CONCLUDED, 4, "Law 78"),
    ("contract", DealErrorKind.AGREEMENT, AGREED, 0, "Law 78"),
    ("contract", DealErrorKind.BOOKS, OPEN, 3, "Law 78"),
    ("contract", DealErrorKind.BOOKS, CALLED, 3, "Law 78"),
    ("contract", DealErrorKind.BOOKS, CONCLUDED, 3, "Law 78"),
    ("contract", DealErrorKind.BOOKS, AGREED, 0, "Law 78"),
    ("chicago", DealErrorKind.RECORDING, CALLED, 3, "Law 78"),
    ("chicago", DealErrorKind.AGREEMENT, OPEN, 3, "Law 78"),
    ("chicago", DealErrorKind.AGREEMENT, CALLED, 4, "Law 78"),
    ("chicago", DealErrorKind.BOOKS, RECORDED, 3, "Law 78"),
    ("royal", DealErrorKind.HONOUR_SCORE, OPEN, 3, "Law 12 (1912)"),
    ("royal", DealErrorKind.HONOUR_SCORE, CONCLUDED, 3, "Law 12 (1912)"),
    ("royal", DealErrorKind.HONOUR_SCORE, AGREED, 0, "Law 12 (1912)"),
    ("royal", DealErrorKind.TRICK_SCORE, RECORDED, 3, "Law 13 (1912)"),
    ("royal", DealErrorKind.TRICK_SCORE, CONCLUDED, 0, "Law 13 (1912)"),
    ("royal", DealErrorKind.TRICK_SCORE, AGREED, 0, "Law 13 (1912)"),
]

# system, how far on it is → consents needed to strike a deal out because its pack was bad, the law
STRIKES = [
    ("contract", OPEN, 4, "Law 79"),
    ("contract", CALLED, 4, "Law 79"),
    ("contract", RECORDED, 0, "Law 79"),
    ("contract", AGREED, 0, "Law 79"),
    ("chicago", CALLED, 4, "Law 79"),
    ("chicago", RECORDED, 0, "Law 79"),
    ("royal", OPEN, 0, "Law 39 (1912)"),
    ("royal", AGREED, 0, "Law 39 (1912)"),
]


@pytest.mark.parametrize(("system", "error", "progress", "consents", "law"), PERIODS)
def test_the_period_is_that_of_the_law(system, error, progress, consents, law):
    found = game_of(system).correction_period(error, progress)
    assert (found.consents, found.law, found.is_open) == (consents, law, consents > 0)
    assert found.words


@pytest.mark.parametrize(("system", "progress", "consents", "law"), STRIKES)
def test_a_deal_is_struck_out_only_in_the_period_of_the_law(
    system, progress, consents, law
):
    found = game_of(system).strike_period(progress)
    assert (found.consents, found.law) == (consents, law)
    assert found.words


@pytest.mark.parametrize("progress", [OPEN, CALLED, RECORDED, CONCLUDED, AGREED])
@pytest.mark.parametrize(
    "error", [DealErrorKind.TRICK_SCORE, DealErrorKind.HONOUR_SCORE]
)
def test_the_code_of_1912_knows_no_consent_of_four(error, progress):
    royal = game_of("royal")
    for found in (
        royal.correction_period(error, progress),
        royal.strike_period(progress),
    ):
        assert found.consents != 4
        assert "all four" not in found.words.lower()


def change(system, before, after, *, vulnerable=(), **told):
    scoring = SYSTEMS[system]
    deals = (parse_deal(line, royals=scoring.royals) for line in (before, after))
    return DealChange(
        *(scoring.score_deal(deal, vulnerable=vulnerable) for deal in deals), **told
    )


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ("4sn=", "4sn+1", DealErrorKind.AGREEMENT),
        ("4sn=", "5sn=", DealErrorKind.AGREEMENT),
        ("4sn=", "5sn-1", DealErrorKind.RECORDING),
        ("4sn=", "4sxn=", DealErrorKind.RECORDING),
        ("4sn=", "4ss=", DealErrorKind.RECORDING),
        ("4sn=", "4sn= h4n", DealErrorKind.RECORDING),
        ("4sn+1", "4sn+1 t1ns", DealErrorKind.RECORDING),
        ("p", "4sn=", DealErrorKind.RECORDING),
        ("4sn=", "p", DealErrorKind.RECORDING),
    ],
)
def test_another_number_of_tricks_is_a_wrong_agreement_and_all_else_an_error_of_recording(
    before, after, error
):
    assert (
        game_of("contract").error_of(
            change("contract", before, after, vulnerable=(Side.NS,))
        )
        is error
    )


@pytest.mark.parametrize("named", [DealErrorKind.RECORDING, DealErrorKind.AGREEMENT])
def test_another_number_of_tricks_is_the_error_that_its_proposer_names(named):
    assert (
        game_of("contract").error_of(change("contract", "4sn=", "4sn+1", named=named))
        is named
    )
    assert (
        game_of("contract").error_of(
            change("contract", "4sn=", "4sn= h4n", named=named)
        )
        is DealErrorKind.RECORDING
    )


@pytest.mark.parametrize("system", ["contract", "chicago"])
@pytest.mark.parametrize("after", ["4sn+1", "4sn= h4n", "4ss=", "p"])
def test_two_scores_that_differ_are_that_whatever_they_differ_in(system, after):
    assert (
        game_of(system).error_of(change(system, "4sn=", after, is_other_book=True))
        is DealErrorKind.BOOKS
    )


@pytest.mark.parametrize("is_other_book", [False, True])
@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ("4rn= h3n h2e", "4rn+1 h3n h2e", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4hn= h3n h2e", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4rxn= h3n h2e", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4re= h3n h2e", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4rn-1 h3n h2e", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4rn= h3n h2e !ns", DealErrorKind.TRICK_SCORE),
        ("4rn= h3n h2e", "4rs= h3n h2e", DealErrorKind.HONOUR_SCORE),
        ("4rn= h3n h2e", "4rn= h4n h1e", DealErrorKind.HONOUR_SCORE),
        ("4rn= h3n h2e", "4rn= h3n h2e vw", DealErrorKind.HONOUR_SCORE),
        ("4rn= h3n h2e", "4rn= h3n h2e !ew", DealErrorKind.HONOUR_SCORE),
        ("4rn= h3n h2e", "3rn+1 h3n h2e", DealErrorKind.HONOUR_SCORE),
        ("4rn-1 h3n h2e", "4rn-2 h3n h2e", DealErrorKind.HONOUR_SCORE),
        ("4rn-1 h3n h2e", "4rxn-1 h3n h2e", DealErrorKind.HONOUR_SCORE),
        ("4rn-1 h3n h2e", "4re-1 h3n h2e", DealErrorKind.HONOUR_SCORE),
    ],
)
def test_in_1912_the_kind_of_an_error_follows_from_the_score_that_it_changes(
    before, after, error, is_other_book
):
    assert (
        game_of("royal").error_of(
            change("royal", before, after, is_other_book=is_other_book)
        )
        is error
    )


@pytest.mark.parametrize(
    ("before", "after", "differ"),
    [("4sn=", "4sn+1", True), ("4sn=", "3sn+1", False), ("4sn=", "4ss=", False), ("4sn=", "4se=", True),
     ("4sn=", "1ce-4", False), ("4sn=", "p", False)],
)  # fmt: skip
def test_the_tricks_are_those_won_by_each_side_whoever_declared(before, after, differ):
    assert differ_in_tricks(parse_deal(before), parse_deal(after)) is differ
