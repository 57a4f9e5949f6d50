"""Known scoring mistakes in Chicago, one numbered test for each, to show that they are not made here."""

import pytest

from scoring import SYSTEMS, RubberOver, Seat, Side, parse_deal
from tests.scoring.table_talk import figures, premiums, totals, wheel


def test_trap_35_both_schedules_of_deals_two_and_three_are_known():
    deals = ("1cn-1", "4sxe-1", "4sxe-1", "1cn-1")
    assert figures(wheel(*deals).deals[1]) == [("NS", "above", 200)]
    assert figures(wheel(*deals).deals[2]) == [("NS", "above", 100)]
    assert figures(wheel(*deals, vulnerable="defenders").deals[1]) == [
        ("NS", "above", 100)
    ]
    assert figures(wheel(*deals, vulnerable="defenders").deals[2]) == [
        ("NS", "above", 200)
    ]


def test_trap_35_vulnerability_goes_with_the_dealer():
    assert [wheel("1cn-1", dealer=seat).next.vulnerable for seat in Seat] == [
        ("EW",),
        ("NS",),
        ("EW",),
        ("NS",),
    ]


def test_trap_36_a_partscore_is_carried_or_paid_for_but_never_both():
    carried, paid = wheel("2hs=", "2hs="), wheel("2hs=", "2hs=", partscores="duplicate")
    assert premiums(carried) == [(2, "NS", "game", 300)]
    assert premiums(paid) == [(1, "NS", "partscore", 50), (2, "NS", "partscore", 50)]


def test_trap_36_only_a_partscore_of_the_fourth_deal_earns_100():
    sheet = wheel("2se=", "1hn-1", "1nte-1", "1ss=")
    assert premiums(sheet) == [(4, "NS", "partscore", 100)]
    assert (totals(sheet), dict(sheet.partscore)) == (
        (180, 110),
        {Side.NS: 30, Side.EW: 60},
    )


def test_trap_36_a_partscore_carried_does_not_cost_the_100():
    sheet = wheel("1cs=", "1hn-1", "1nte-1", "1ds=")
    assert premiums(sheet) == [(4, "NS", "partscore", 100)]
    assert dict(sheet.partscore) == {Side.NS: 40, Side.EW: 0}


def test_trap_36_partscores_left_standing_earn_nothing():
    assert premiums(wheel("2se=", "1hn=", "1cn-1", "1cn-1")) == []


def test_trap_37_the_premium_goes_by_the_vulnerability_of_the_completing_deal():
    assert premiums(wheel("2ss=", "1cs-1", "2cn=")) == [(3, "NS", "game", 500)]
    assert premiums(wheel("1cs-1", "2se=", "2ce=")) == [(3, "EW", "game", 300)]


def test_trap_38_a_game_wipes_the_partscores_of_both_sides():
    sheet = wheel("2ss=", "1ntw+1", "2cn=", "3dw=")
    assert premiums(sheet) == [(3, "NS", "game", 500), (4, "EW", "partscore", 100)]


def test_trap_38_nothing_is_carried_into_the_next_wheel():
    assert wheel().partscore == {Side.NS: 0, Side.EW: 0}
    with pytest.raises(RubberOver):
        SYSTEMS["chicago"].add(
            wheel("1ss-1", "1ss-1", "1ss-1", "1ss="), parse_deal("3ss=")
        )


def test_trap_39_a_passed_out_deal_is_none_of_the_four():
    sheet = wheel("1ntn=", "p", "4se=", "2hn+2", "1ce-1")
    assert (sheet.state, totals(sheet)) == ("complete", (260, 620))
    assert [deal.dealer for deal in sheet.deals] == list("NEESW")


def test_trap_40_there_is_no_rubber_premium_and_games_make_nobody_vulnerable():
    sheet = wheel("4sn=", "4sn=", "4sn=", "4sn=")
    assert sheet.closing == ()
    assert [deal.vulnerable for deal in sheet.deals] == [
        (),
        ("EW",),
        ("NS",),
        ("NS", "EW"),
    ]
    assert totals(sheet) == (420 + 420 + 620 + 620, 0)


def test_trap_41_chicago_is_the_game_of_four_deals_and_counts_points():
    sheet = wheel("4sn=", "1cn-1", "1cn-1", "1cn-1")
    assert (sheet.state, len(sheet.deals), sheet.margin) == (
        "complete",
        4,
        420 - 50 - 100 - 100,
    )
