"""The coordinates of the curves in charts."""

import pytest

from clubscore.standings.charts import (
    BAR_HEIGHT,
    CHART_HEIGHT,
    MARGIN,
    bars,
    chart,
    curve,
)


def test_a_curve_begins_at_nothing_and_runs_to_the_total_within_its_box():
    found = curve([100, -300, 200])
    assert [point.split(",")[0] for point in found.points.split()] == [
        "1.0",
        "40.3",
        "79.7",
        "119.0",
    ]
    assert (found.total, found.results) == (0, 3)
    heights = [float(point.split(",")[1]) for point in found.points.split()]
    assert (min(heights), max(heights)) == (2, 22)


@pytest.mark.parametrize("results", [[], [500]])
def test_a_dot_is_no_trend(results):
    assert curve(results) is None


def test_results_of_nothing_make_a_level_curve():
    assert {point.split(",")[1] for point in curve([0, 0]).points.split()} == {"12.0"}


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
