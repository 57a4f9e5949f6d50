"""Until when an error may be corrected and with whose consent: every row of the laws' tables."""

import pytest

from clubscore.games import game_of
from clubscore.games.periods import Error, Progress, error_of
from scoring import parse_deal

OPEN = Progress(next_called=False, next_recorded=False, game_concluded=False, agreed=False)
CALLED = Progress(next_called=True, next_recorded=True, game_concluded=False, agreed=False)
CONCLUDED = Progress(next_called=True, next_recorded=True, game_concluded=True, agreed=False)
AGREED = Progress(next_called=True, next_recorded=True, game_concluded=True, agreed=True)

# system, error, how far on it is → consents needed of the four (0: closed to the players), the law
PERIODS = [
    ("contract", Error.RECORDING, OPEN, 3, "Law 78"),
    ("contract", Error.RECORDING, CALLED, 3, "Law 78"),
    ("contract", Error.RECORDING, CONCLUDED, 3, "Law 78"),
    ("contract", Error.RECORDING, AGREED, 0, "Law 78"),
    ("contract", Error.TRICKS, OPEN, 3, "Law 78"),
    ("contract", Error.TRICKS, CALLED, 4, "Law 78"),
    ("contract", Error.TRICKS, CONCLUDED, 4, "Law 78"),
    ("contract", Error.TRICKS, AGREED, 0, "Law 78"),
    ("chicago", Error.RECORDING, CALLED, 3, "Law 78"),
    ("chicago", Error.TRICKS, OPEN, 3, "Law 78"),
    ("chicago", Error.TRICKS, CALLED, 4, "Law 78"),
    ("royal", Error.RECORDING, OPEN, 3, "Law 12 (1912)"),
    ("royal", Error.RECORDING, CONCLUDED, 3, "Law 12 (1912)"),
    ("royal", Error.RECORDING, AGREED, 0, "Law 12 (1912)"),
    ("royal", Error.TRICKS, CALLED, 3, "Law 13 (1912)"),
    ("royal", Error.TRICKS, CONCLUDED, 0, "Law 13 (1912)"),
    ("royal", Error.TRICKS, AGREED, 0, "Law 13 (1912)"),
]


@pytest.mark.parametrize(("system", "error", "progress", "consents", "law"), PERIODS)
def test_the_period_is_that_of_the_law(system, error, progress, consents, law):
    found = game_of(system).correction_period(error, progress)
    assert (found.consents, found.law, found.is_open) == (consents, law, consents > 0)
    assert found.words


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ("4sn=", "4sn+1", Error.TRICKS),
        ("4sn=", "5sn=", Error.TRICKS),
        ("4sn=", "5sn-1", Error.RECORDING),
        ("4sn=", "4sxn=", Error.RECORDING),
        ("4sn=", "4ss=", Error.RECORDING),
        ("4sn=", "4sn= h4n", Error.RECORDING),
        ("4sn+1", "4sn+1 t1ns", Error.RECORDING),
        ("p", "4sn=", Error.RECORDING),
        ("4sn=", "p", Error.RECORDING),
    ],
)
def test_another_number_of_tricks_is_an_error_about_tricks_and_all_else_one_of_recording(before, after, error):
    assert error_of(parse_deal(before), parse_deal(after)) is error
