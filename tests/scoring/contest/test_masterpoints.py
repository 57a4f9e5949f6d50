"""Masterpoints by scales that are given as data, and carry-over into a final."""

from fractions import Fraction

import pytest

from scoring import ScoringError
from scoring.contest import RankedRow
from scoring.contest.carry_forward import carried_forward
from scoring.contest.masterpoints import SCALES, masterpoints, scale_from


def rows(*ranked):
    return [
        RankedRow(place, False, entry, Fraction(0), 0, None, 1, Fraction(0))
        for entry, place in enumerate(ranked, 1)
    ]


def awarded(scale, *ranked):
    return list(masterpoints(rows(*ranked), scale_from(SCALES[scale])).values())


def test_ten_pairs_of_a_club_game_as_the_handbook_has_it():
    assert awarded("acbl-club", *range(1, 11)) == [100, 70, 50, 35, 0, 0, 0, 0, 0, 0]


def test_the_winner_of_a_club_game_gets_one_and_a_half_at_most():
    points = awarded("acbl-club", *range(1, 21))
    assert points[:9] == [150, 105, 75, 53, 30, 25, 25, 25, 0]


def test_equals_share_what_their_places_are_worth():
    assert awarded("acbl-club", 1, 2, 2, *range(4, 11))[:4] == [100, 60, 60, 35]
    assert awarded("acbl-club", 1, 2, 3, 4, 4, *range(6, 11))[3:6] == [18, 18, 0]


def test_a_scale_of_steps_pays_the_top_third():
    assert awarded("ebu-club", *range(1, 11)) == [24, 18, 12, 6, 0, 0, 0, 0, 0, 0]
    assert awarded("ebu-club", *range(1, 10))[:4] == [18, 12, 6, 0]


def test_a_club_may_have_a_scale_of_its_own():
    own = scale_from({"depth": 1, "each": 5, "most": 1000, "shares": [100, "50"]})
    assert list(masterpoints(rows(1, 2, 3), own).values()) == [15, 8, 8]


@pytest.mark.parametrize(
    "data",
    [
        {}, [], {"depth": "1/3"}, {"depth": "0", "step": 6}, {"depth": "2", "step": 6}, {"depth": "x", "step": 6},
        {"depth": "1/0", "step": 6}, {"depth": "1", "step": 0}, {"depth": 1, "each": 1, "most": 1, "shares": []},
        {"depth": 1, "step": 6, "each": 1},
    ],
)  # fmt: skip
def test_data_that_is_no_scale_is_refused(data):
    with pytest.raises(ScoringError, match="scale"):
        scale_from(data)


def test_half_of_a_qualifying_score_is_carried_on_the_scale_of_the_final():
    carried = carried_forward(
        Fraction(220),
        boards=20,
        maximum=Fraction(400),
        final_boards=24,
        final_maximum=Fraction(528),
    )
    assert (
        carried == Fraction(1, 2) * 220 * Fraction(20, 400) * Fraction(528, 24) == 121
    )
