"""The coordinates of the curves in charts."""

import pytest

from clubscore.standings.charts import (
    BAR_HEIGHT,
    CHART_HEIGHT,
    MARGIN,
    bars,
    chart,
    place_line,
)


def test_a_line_of_places_has_the_first_place_at_the_top_of_its_box():
    found = place_line([3, 1, 12], 12)
    assert found.points == "1.0,5.6 60.0,2.0 119.0,22.0"
    assert (found.first, found.last, found.is_falling) == (3, 12, True)


@pytest.mark.parametrize("ranks", [[], [5]])
def test_a_dot_is_no_line(ranks):
    assert place_line(ranks, 12) is None


def test_a_place_that_never_changes_is_a_level_line():
    assert place_line([1, 1], 1).points == "1.0,12.0 119.0,12.0"


@pytest.mark.parametrize(
    ("results", "ticks"),
    [
        ([810], [0, 200, 400, 600, 800, 1000]),
        ([-40, 10], [-40, -30, -20, -10, 0]),
        ([0], [0]),
        ([12_000, -15_000], [-5000, 0, 5000, 10_000, 15_000]),
    ],
)
def test_a_chart_is_read_by_round_numbers_and_has_a_dot_a_result(results, ticks):
    drawn = chart([(points, "label") for points in results])
    assert [tick.value for tick in drawn.ticks] == ticks
    assert len(drawn.dots) == len(results)
    assert [dot.is_gain for dot in drawn.dots] == [points >= 0 for points in results]
    assert all(MARGIN <= float(dot.y) <= CHART_HEIGHT - MARGIN for dot in drawn.dots)


def test_nothing_played_is_no_chart():
    assert chart([]) is None


def test_bars_stand_on_the_middle_line_up_for_plus_and_down_for_minus():
    drawn = bars([(100, "one"), (-50, "two"), (0, "three")])
    assert [(bar.x, bar.y, bar.height, bar.is_gain) for bar in drawn.bars] == [
        (0, "0.0", f"{BAR_HEIGHT:.1f}", True),
        (16, f"{BAR_HEIGHT:.1f}", f"{BAR_HEIGHT / 2:.1f}", False),
        (32, f"{BAR_HEIGHT - 1:.1f}", "1.0", True),
    ]
    assert drawn.results == [100, -50, 0]


def test_bars_without_a_loss_end_with_the_line_on_which_they_stand():
    assert bars([(100, "one"), (0, "two")]).height == BAR_HEIGHT + 1
    assert bars([(100, "one"), (-50, "two")]).height == 2 * BAR_HEIGHT + 1


def test_no_results_are_no_bars_and_nothing_but_zeros_are_low_ones():
    assert bars([]) is None
    assert {bar.height for bar in bars([(0, ""), (0, "")]).bars} == {"1.0"}
