"""Masterpoints by scales that are given as data, and carry-over into a final."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ScoringError
from scoring.contest import RankedList, RankedRow
from scoring.contest.carry_forward import carried_forward
from scoring.contest.masterpoints import (
    SCALES,
    masterpoints,
    masterpoints_of_lists,
    scale_from,
)


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


@pytest.mark.parametrize(
    ("pairs", "places"),
    [(2, 1), (3, 1), (4, 2), (6, 2), (8, 3), (9, 4), (10, 4), (11, 4), (12, 5), (13, 5), (14, 6), (16, 6), (19, 8)],
)  # fmt: skip
def test_a_club_game_pays_forty_per_cent_of_its_pairs_to_the_nearest(pairs, places):
    points = awarded("acbl-club", *range(1, pairs + 1))
    assert sum(won > 0 for won in points) == places


def test_eleven_pairs_of_a_club_game_pay_four_places():
    points = awarded("acbl-club", *range(1, 12))
    assert points == [110, 77, 55, 39, 0, 0, 0, 0, 0, 0, 0]


def test_equals_share_what_their_places_are_worth():
    assert awarded("acbl-club", 1, 2, 2, *range(4, 11))[:4] == [100, 60, 60, 35]
    assert awarded("acbl-club", 1, 2, 3, 4, 4, *range(6, 11))[3:6] == [18, 18, 0]


def test_a_scale_of_steps_pays_the_top_third():
    assert awarded("ebu-club", *range(1, 11)) == [24, 18, 12, 6, 0, 0, 0, 0, 0, 0]
    assert awarded("ebu-club", *range(1, 10))[:4] == [18, 12, 6, 0]


def lists(**sizes):
    """Lists of these numbers of entries, without ties. Each list has entries of its own."""
    made = []
    for index, (name, size) in enumerate(sizes.items()):
        ranked = [
            row._replace(entry=100 * index + row.entry)
            for row in rows(*range(1, size + 1))
        ]
        made.append(RankedList(name.replace("_", " "), tuple(ranked)))
    return made


def paid(scale, listed, **options):
    """The number of entries that get masterpoints, and the highest number of masterpoints."""
    points = masterpoints_of_lists(listed, scale_from(SCALES[scale]), **options)
    return sum(won > 0 for won in points.values()), max(points.values())


def test_of_nine_and_a_half_tables_eighteen_pairs_count_by_full_tables():
    assert paid("ebu-club", lists(all=19)) == (6, 36)
    assert paid("ebu-club", lists(all=18)) == (6, 36)
    assert paid("ebu-club", lists(all=20)) == (7, 42)


def test_of_nine_and_a_half_tables_nine_pairs_of_each_line_count_by_full_tables():
    assert paid("ebu-club", lists(ns=10, ew=9)) == (6, 18)
    assert paid("ebu-club", lists(ns=9, ew=10)) == (6, 18)
    assert paid("ebu-club", lists(ns=10, ew=10)) == (8, 24)


def test_teams_have_no_half_tables():
    assert paid("ebu-club", lists(all=7), has_tables=False) == (3, 18)
    assert paid("ebu-club", lists(all=7)) == (2, 12)


def test_a_club_game_counts_every_pair_of_a_half_table():
    assert paid("acbl-club", lists(all=11)) == (4, 110)


def test_an_entry_keeps_the_most_that_a_list_gives_it_and_a_handicap_list_gives_nothing():
    whole = RankedList("all", tuple(rows(*range(1, 11))))
    stratum = RankedList(
        "stratum B", tuple(whole.rows[index] for index in range(5, 10))
    )
    ranked = [row._replace(place=place) for place, row in enumerate(stratum.rows, 1)]
    handicap = RankedList("handicap", tuple(reversed(rows(*range(10, 0, -1)))))
    points = masterpoints_of_lists(
        [whole, RankedList("stratum B", tuple(ranked)), handicap],
        scale_from(SCALES["acbl-club"]),
    )
    assert list(points.values()) == [100, 70, 50, 35, 0, 50, 35, 0, 0, 0]


def test_a_club_may_have_a_scale_of_its_own():
    own = scale_from({"depth": 1, "each": 5, "most": 1000, "shares": [100, "50"]})
    assert list(masterpoints(rows(1, 2, 3), own).values()) == [15, 8, 8]


@pytest.mark.parametrize(
    "data",
    [
        {}, [], {"depth": "1/3"}, {"depth": "0", "step": 6}, {"depth": "2", "step": 6}, {"depth": "x", "step": 6},
        {"depth": "1/0", "step": 6}, {"depth": "1", "step": 0}, {"depth": 1, "each": 1, "most": 1, "shares": []},
        {"depth": 1, "step": 6, "each": 1}, {"depth": 1, "step": 6, "rounding": "down"},
        {"depth": 1, "step": 6, "entries": "some"},
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


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40), st.sampled_from([*SCALES]))
def test_ties_share_what_their_places_are_worth_to_half_a_hundredth_each(scores, name):
    scale = scale_from(SCALES[name])
    ranked = sorted(scores, reverse=True)
    tied = rows(*(ranked.index(score) + 1 for score in ranked))
    points = masterpoints(tied, scale)
    in_all = sum(scale.of_place(place, len(tied)) for place in range(1, len(tied) + 1))
    assert abs(sum(points.values()) - in_all) <= Fraction(len(tied), 2)
    won = list(points.values())
    assert won == sorted(won, reverse=True)


@given(st.integers(2, 60))
def test_any_field_is_paid_to_the_nearest_or_by_full_tables(pairs):
    acbl, ebu = scale_from(SCALES["acbl-club"]), scale_from(SCALES["ebu-club"])
    assert abs(acbl.paid(pairs) - Fraction(2, 5) * pairs) < Fraction(1, 2)
    full = pairs // 2 * 2
    points = masterpoints_of_lists(lists(all=pairs), ebu)
    assert sum(won > 0 for won in points.values()) == -(-full // 3)
