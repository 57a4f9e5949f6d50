"""The thirty known scoring mistakes in rubber bridge, one numbered test for each, to show that they are not
made here.
"""

import pytest

from scoring import (
    Contract,
    Deal,
    InvalidDeal,
    Risk,
    RubberOver,
    Seat,
    Side,
    Strain,
    parse_deal,
)
from tests.scoring.table_talk import (
    NINE_DEALS,
    closing,
    contract_lines,
    figures,
    rubber,
    totals,
)


def test_trap_01_two_games_to_none_pay_700_and_two_to_one_500():
    assert closing(rubber("3nts=", "4sn=")) == [("NS", "rubber", 700)]
    assert totals(rubber("3nts=", "4sn=")) == (920, 0)
    assert closing(rubber("3nts=", "3ntw=", "4sn=")) == [("NS", "rubber", 500)]


def test_trap_02_the_larger_total_wins_not_the_side_with_two_games():
    sheet = rubber(*NINE_DEALS)
    assert dict(sheet.games) == {Side.NS: 1, Side.EW: 2}
    assert (sheet.winner, sheet.margin, totals(sheet)) == (Side.NS, 810, (1690, 880))


def test_trap_02_equal_totals_have_no_winner():
    sheet = rubber("1nte=", "4sn=", "4sn-9", "4sn=")
    assert (sheet.state, totals(sheet)) == ("complete", (940, 940))
    assert (sheet.winner, sheet.margin) == (None, 0)


def test_trap_03_no_deal_of_a_rubber_earns_a_game_or_partscore_premium():
    assert figures(rubber("4hs=").deals[0]) == [("NS", "below", 120)]
    assert figures(rubber("2hs=").deals[0]) == [("NS", "below", 60)]
    assert totals(rubber("3nts+1 h4s")) == (280, 0)


def test_trap_04_the_line_of_a_game_crosses_both_columns():
    sheet = rubber("2hs=", "4se=", "2hs=")
    assert dict(sheet.games) == {Side.NS: 0, Side.EW: 1}
    assert dict(sheet.partscore) == {Side.NS: 60, Side.EW: 0}


def test_trap_05_trick_points_behind_the_line_stay_in_the_totals():
    sheet = rubber("2hs=", "4se=", "2hs=")
    assert (sheet.totals["NS"].below, sheet.totals["EW"].below) == (120, 120)


def test_trap_06_only_tricks_bid_count_toward_game():
    sheet = rubber("2hs+2")
    assert figures(sheet.deals[0]) == [("NS", "below", 60), ("NS", "above", 60)]
    assert (sheet.deals[0].game_won_by, sheet.partscore["NS"]) == (None, 60)
    assert [line.where for line in rubber("3nts=", "3nts=").closing] == ["above"]


def test_trap_07_partscores_add_up_to_a_game_over_several_deals():
    sheet = rubber("2nts=", "p", "1he=", "1hn=")
    assert [scored.game_won_by for scored in sheet.deals] == [None, None, None, Side.NS]


def test_trap_08_any_two_games_end_the_rubber_not_only_consecutive_ones():
    sheet = rubber("4sn=", "4se=", "4sn=")
    assert (sheet.state, dict(sheet.games)) == ("complete", {Side.NS: 2, Side.EW: 1})


def test_trap_09_a_redoubled_contract_made_earns_100():
    assert figures(rubber("2hxxs=").deals[0]) == [
        ("NS", "below", 240),
        ("NS", "above", 100),
    ]
    assert figures(rubber("2hxs=").deals[0]) == [
        ("NS", "below", 120),
        ("NS", "above", 50),
    ]


def test_trap_10_redoubled_undertricks_are_twice_the_doubled():
    assert figures(rubber("4sxxe-4").deals[0]) == [("NS", "above", 1600)]


def test_trap_11_the_forty_at_notrump_doubles_as_a_whole():
    assert figures(rubber("1ntxs=").deals[0])[0] == ("NS", "below", 80)
    assert figures(rubber("3ntxxs=").deals[0])[0] == ("NS", "below", 400)


def test_trap_12_an_overtrick_at_notrump_counts_thirty():
    assert figures(rubber("1nts+2").deals[0]) == [
        ("NS", "below", 40),
        ("NS", "above", 60),
    ]


def test_trap_13_doubled_undertricks_not_vulnerable_are_100_200_200_300():
    down = [figures(rubber(f"4sxe-{tricks}").deals[0])[0][2] for tricks in range(1, 6)]
    assert down == [100, 300, 500, 800, 1100]


def test_trap_14_doubled_and_redoubled_are_one_value():
    assert [risk.factor for risk in Risk] == [1, 2, 4]
    with pytest.raises(InvalidDeal):
        parse_deal("4sxxxn=")


def test_trap_15_a_doubled_penalty_is_never_nothing():
    for vulnerable in (False, True):
        (line,) = contract_lines(
            Contract(4, Strain.SPADES, Risk.DOUBLED), Side.NS, 9, vulnerable
        )
        assert line.points == (200 if vulnerable else 100)


def test_trap_16_the_deal_that_wins_a_game_is_scored_not_vulnerable():
    sheet = rubber("6se=", "4sxe-1", "4sxn-1")
    assert [scored.vulnerable for scored in sheet.deals] == [(), (Side.EW,), (Side.EW,)]
    assert figures(sheet.deals[0])[1] == ("EW", "above", 500)
    assert [figures(scored) for scored in sheet.deals[1:]] == [
        [("NS", "above", 200)],
        [("EW", "above", 100)],
    ]


def test_trap_17_a_slam_premium_needs_its_own_slam_bid_and_made():
    assert figures(rubber("5ss+1").deals[0]) == [
        ("NS", "below", 150),
        ("NS", "above", 30),
    ]
    assert figures(rubber("6hs+1").deals[0]) == [
        ("NS", "below", 180),
        ("NS", "above", 30),
        ("NS", "above", 500),
    ]
    assert figures(rubber("7cs-1").deals[0]) == [("EW", "above", 50)]


def test_trap_18_a_slam_premium_stands_beside_whatever_else_is_earned():
    sheet = rubber("4sn=", "6sxxn=")
    assert figures(sheet.deals[1]) == [
        ("NS", "below", 720),
        ("NS", "above", 100),
        ("NS", "above", 750),
    ]
    assert closing(sheet) == [("NS", "rubber", 700)]


def test_trap_19_the_insult_is_paid_without_a_game():
    sheet = rubber("2cxs=")
    assert figures(sheet.deals[0]) == [("NS", "below", 80), ("NS", "above", 50)]
    assert sheet.deals[0].game_won_by is None


def test_trap_20_no_trick_at_all_is_a_result():
    assert figures(rubber("2ss/0").deals[0]) == [("EW", "above", 400)]
    assert figures(rubber("7nts-13").deals[0]) == [("EW", "above", 650)]


def test_trap_21_a_passed_out_deal_scores_nothing_and_moves_the_dealer_on():
    sheet = rubber("p", "4sn=")
    assert [scored.dealer for scored in sheet.deals] == [Seat.NORTH, Seat.EAST]
    assert (sheet.deals[0].lines, sheet.next.dealer, sheet.next.number) == (
        (),
        Seat.SOUTH,
        3,
    )


@pytest.mark.parametrize("result", ["=", "-3"])
@pytest.mark.parametrize(
    ("holder", "side"), [("n", "NS"), ("s", "NS"), ("e", "EW"), ("w", "EW")]
)
def test_trap_22_honours_go_to_the_side_that_held_them(result, holder, side):
    assert figures(rubber(f"4ss{result} h4{holder}").deals[0])[-1] == (
        side,
        "above",
        100,
    )


def test_trap_22_two_hands_cannot_both_hold_scoring_honours():
    with pytest.raises(InvalidDeal) as refusal:
        parse_deal("4ss= h4n h4e")
    assert refusal.value.field == "honours"


def test_trap_23_honours_are_never_doubled_and_stand_above_the_line():
    assert figures(rubber("4sxxs= h5s").deals[0])[-1] == ("NS", "above", 150)


def test_trap_24_the_two_tests_of_an_unfinished_rubber_are_independent():
    game, leg = "unfinished-game", "unfinished-partscore"
    assert closing(rubber("4sn=", "2he=", unfinished=True)) == [
        ("NS", game, 300),
        ("EW", leg, 100),
    ]
    assert closing(rubber("4sn=", "2hn=", unfinished=True)) == [
        ("NS", game, 300),
        ("NS", leg, 100),
    ]
    assert closing(rubber("4sn=", "4se=", unfinished=True)) == []
    assert closing(rubber("4sn=", "2hn=", "2he=", unfinished=True)) == [
        ("NS", game, 300)
    ]
    assert closing(rubber("2cn=", "1sn=", unfinished=True)) == [("NS", leg, 100)]
    assert closing(rubber("2hn=", "4se=", "2he=", unfinished=True)) == [
        ("EW", game, 300),
        ("EW", leg, 100),
    ]


def test_trap_25_an_unfinished_rubber_has_no_rubber_premium():
    sheet = rubber("4sn=", "3nte=", "3de=", unfinished=True)
    assert closing(sheet) == [("EW", "unfinished-partscore", 100)]
    assert totals(sheet) == (120, 260)


def test_trap_26_no_deal_is_taken_after_the_end():
    with pytest.raises(RubberOver, match="ended after deal 2"):
        rubber("4sn=", "4sn=", "p")
    assert rubber("4sn=", "4sn=").next is None


def test_trap_27_a_corrected_deal_changes_all_that_follows_from_it():
    before = rubber("4sn=", "4sxn-1")
    after = rubber("4sn-1", "4sxn-1")
    assert (figures(before.deals[1]), figures(after.deals[1])) == (
        [("EW", "above", 200)],
        [("EW", "above", 100)],
    )


def test_trap_27_a_correction_that_ends_the_rubber_earlier_is_reported():
    rubber("4sn=", "4sn-1", "2hn=")
    with pytest.raises(RubberOver):
        rubber("4sn=", "4sn=", "2hn=")


def test_trap_28_east_west_score_as_north_south_do():
    ours, theirs = rubber("6sn+1", "3ntxn-2"), rubber("6se+1", "3ntxe-2")
    assert totals(ours) == tuple(reversed(totals(theirs)))
    assert totals(ours) == (710, 500)


def test_trap_29_n_and_nt_are_both_notrump():
    assert (
        parse_deal("3nn=")
        == parse_deal("3ntn=")
        == Deal(Contract(3, Strain.NOTRUMP), Seat.NORTH, 9)
    )


def test_trap_30_points_are_never_rounded():
    sheet = rubber("2cs+1", unfinished=True)
    assert (totals(sheet), sheet.margin) == ((160, 0), 160)
