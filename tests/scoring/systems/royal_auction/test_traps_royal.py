"""Known scoring mistakes in royal auction, one test for each, by its number in the collection."""

import pytest

from scoring import Seat, Side
from tests.scoring.royal_talk import figures, royal, scored
from tests.scoring.table_talk import closing, totals


def test_trap_42_every_trick_over_six_counts_toward_game():
    assert figures("1dn+4") == [("NS", "tricks", 35)]
    assert scored("1dn+4").game_won_by is Side.NS
    assert scored("1dn+3").game_won_by is None


def test_trap_42_no_trick_counts_when_the_contract_is_not_met():
    assert figures("5cn-1") == [("EW", "undertricks", 50)]


def test_trap_43_doubled_trick_values_count_toward_game():
    assert figures("2rxn=") == [("NS", "tricks", 36), ("NS", "insult", 50)]
    assert scored("2rxn=").game_won_by is Side.NS
    assert scored("2rn=").game_won_by is None


def test_trap_44_spades_are_bid_at_two_prices():
    assert figures("4sn=") == [("NS", "tricks", 8)]
    assert figures("4rn=") == [("NS", "tricks", 36)]


def test_trap_45_nobody_is_ever_vulnerable():
    sheet = royal("4he=", "4hxe-1", "4he-1", "4hxxe-1")
    assert [figure.vulnerable for figure in sheet.deals] == [(), (), (), ()]
    assert [figure.lines[0].points for figure in sheet.deals[1:]] == [100, 50, 200]
    assert sheet.next.vulnerable == ()


def test_trap_45_the_rubber_is_250_whatever_the_losers_won():
    assert closing(royal("4hn=", "4hn=")) == [("NS", "rubber", 250)]
    assert closing(royal("4hn=", "4he=", "4he=")) == [("EW", "rubber", 250)]


def test_trap_46_slam_is_scored_by_either_side_and_without_a_bid():
    assert figures("2ntn+5") == [("NS", "tricks", 70), ("NS", "slam", 40)]
    assert figures("2ntn+4") == [("NS", "tricks", 60), ("NS", "slam", 20)]
    assert figures("1ntn-7") == [("EW", "undertricks", 350), ("EW", "slam", 40)]
    assert figures("1ntn-6") == [("EW", "undertricks", 300), ("EW", "slam", 20)]


def test_trap_46_slam_and_little_slam_are_never_both_scored():
    assert [kind for _, kind, _ in figures("7hn=")] == ["tricks", "slam"]


def test_trap_47_the_honour_table_of_the_print_has_slid_by_one_row():
    assert figures("1hn-1 h4n h1s")[1:] == [("NS", "honours", 72)]
    assert figures("1hn-1 h5n")[1:] == [("NS", "honours", 80)]


def test_trap_48_honours_are_not_doubled_and_survive_a_failed_contract():
    assert figures("3hxxn-2 h2n h1s h2e") == [
        ("EW", "undertricks", 400),
        ("NS", "honours", 16),
    ]


def test_trap_49_chicane_lowers_the_honours_of_the_adversaries():
    assert figures("2hn= h2n h2s h1e vw")[1:] == [
        ("NS", "honours", 32),
        ("NS", "chicane", -16),
    ]
    assert figures("2hn= h4n h1e vs")[1:] == [
        ("NS", "honours", 64),
        ("NS", "chicane", 16),
    ]
    assert figures("4hn+3 h3n h2s ve vw")[1:] == [
        ("NS", "slam", 40),
        ("NS", "honours", 40),
        ("NS", "chicane", -32),
    ]


def test_trap_49_one_chicane_on_each_side_comes_to_nothing():
    assert figures("2hn= h4n h1e vs vw")[1:] == [
        ("NS", "honours", 64),
        ("NS", "chicane", 16),
        ("NS", "chicane", -16),
    ]


def test_trap_49_there_is_no_chicane_at_notrump():
    assert figures("1ntn= h2n h1s h1e vw") == [
        ("NS", "tricks", 10),
        ("NS", "honours", 30),
    ]
    assert figures("1ntn= vw") == [("NS", "tricks", 10)]


def test_trap_50_the_limit_is_for_the_dealers_opening_one_spade_alone():
    assert figures("1sn-5") == [("EW", "undertricks", 100)]
    assert figures("1sxn-5") == [("EW", "undertricks", 100)]
    assert figures("1sn-1") == [("EW", "undertricks", 50)]
    assert figures("1sn-5", dealer=Seat.EAST) == [("EW", "undertricks", 250)]
    assert figures("1ss-5") == [("EW", "undertricks", 250)]
    for line, points in [
        ("2sn-5", 250),
        ("1rn-5", 250),
        ("1cn-5", 250),
        ("1sn-5", 100),
    ]:
        assert figures(line) == [("EW", "undertricks", points)]


def test_trap_50_a_redouble_lifts_the_limit():
    assert figures("1sxxn-5") == [("EW", "undertricks", 1000)]


def test_trap_51_the_insult_grows_with_every_trick_over_the_contract():
    assert figures("4hxn=") == [("NS", "tricks", 64), ("NS", "insult", 50)]
    assert figures("4hxn+1") == [("NS", "tricks", 80), ("NS", "insult", 100)]
    assert figures("4hxxn+1") == [("NS", "tricks", 160), ("NS", "insult", 200)]


@pytest.mark.parametrize("tricks", range(14))
def test_trap_52_a_side_that_revoked_scores_nothing_but_honours_and_chicane(tricks):
    lines = figures(f"4hn/{tricks} !ew h4e h1w vs")
    assert [line[1:] for line in lines if line[0] == "EW"] == [
        ("honours", 72),
        ("chicane", -16),
    ]
    lines = figures(f"4hn/{tricks} !ns h4n h1s ve")
    assert [line[1:] for line in lines if line[0] == "NS"] == [
        ("honours", 72),
        ("chicane", -16),
    ]


def test_trap_53_the_digests_of_later_years_are_not_the_code_of_1912():
    assert figures("1hn= h4n h1e")[1:] == [("NS", "honours", 64)]
    assert figures("7rn=")[1:] == [("NS", "slam", 40)]


def test_trap_02_the_side_with_two_games_may_lose_the_points():
    sheet = royal("4hn=", "4hxxe-5", "4hxxn-9", "4hn=")
    assert (totals(sheet), sheet.winner, sheet.margin) == ((1314, 1820), Side.EW, 506)
