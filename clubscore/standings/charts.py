"""Curves and bars as SVG: the functions turn points of rubbers into coordinates, and the templates draw them.

The style sheet gives them their colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

WIDTH, HEIGHT = 120, 24  # of the little line beside a name
CHART_WIDTH, CHART_HEIGHT = 720, 240
MARGIN_LEFT, MARGIN = 88, 16
GRID = (1, 2, 5)
MOST_DOTS = 400
# From one bar to the next; of the highest, from the middle.
BAR_STEP, BAR_HEIGHT = (
    16,
    24,
)


class PlaceLine(NamedTuple):
    """A small line of a member's places, the first place at the top.

    `points` are its coordinates for SVG; the first and the last place are for the words beside the line.
    """

    points: str
    first: int
    last: int

    @property
    def is_falling(self) -> bool:
        return self.last > self.first


def place_line(ranks: Sequence[int], lowest: int) -> PlaceLine | None:
    """The line of these ranks, oldest first, among `lowest` ranks; None for fewer than two ranks."""
    if len(ranks) < 2:
        return None
    steps = len(ranks) - 1
    dots = []
    for place, rank in enumerate(ranks):
        x = 1 + place * (WIDTH - 2) / steps
        y = _scaled(rank, 1, max(lowest, *ranks), 2, HEIGHT - 2)
        dots.append(f"{x:.1f},{y:.1f}")
    return PlaceLine(" ".join(dots), ranks[0], ranks[-1])


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    title: str
    is_gain: bool


@dataclass(frozen=True, slots=True)
class Tick:
    y: str
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of a running total: a line with a dot for each result, and horizontal lines with their values."""

    line: str
    dots: list[Dot]
    ticks: list[Tick]
    zero: str

    @property
    def shown_dots(self) -> list[Dot]:
        """The dots that the chart shows; [] if there are too many dots to tell apart."""
        return self.dots if len(self.dots) <= MOST_DOTS else []


def chart(results: Sequence[tuple[int, str]]) -> Chart | None:
    """A chart of the running total of these results, oldest first; None without results.

    A result is its points and the words for its dot.
    """
    if not results:
        return None
    totals = [0, *accumulate(points for points, _ in results)]
    step = _step(max(totals) - min(totals))
    low, high = min(totals) // step * step, -(-max(totals) // step) * step
    wide = (CHART_WIDTH - MARGIN_LEFT - MARGIN) / (len(totals) - 1)

    def y(total: int) -> str:
        return f"{_scaled(total, low, high, CHART_HEIGHT - MARGIN, MARGIN):.1f}"

    places = [
        (f"{MARGIN_LEFT + place * wide:.1f}", y(total))
        for place, total in enumerate(totals)
    ]
    dots = [
        Dot(*place, title, points >= 0)
        for place, (points, title) in zip(places[1:], results, strict=True)
    ]
    ticks = [Tick(y(value), value) for value in range(low, high + 1, step)]
    return Chart(" ".join(",".join(place) for place in places), dots, ticks, y(0))


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: str
    height: str
    title: str
    is_gain: bool


@dataclass(frozen=True, slots=True)
class Bars:
    """A drawing with a bar for each result, oldest first: upwards for plus, downwards for minus.

    `results` has the points of each result.
    """

    bars: list[Bar]
    results: list[int]
    height: int
    """The height of the drawing. If no result is minus, the drawing ends at the middle line."""


def bars(results: Sequence[tuple[int, str]]) -> Bars | None:
    """A drawing with a bar for each of these results, oldest first; None without results.

    A result is its points and the words for its bar. The bar of a result of 0 points is one unit high, so that it is
    seen.
    """
    if not results:
        return None
    most = max(abs(points) for points, _ in results) or 1
    drawn = []
    for place, (points, title) in enumerate(results):
        height = max(abs(points) / most * BAR_HEIGHT, 1)
        top = BAR_HEIGHT - height if points >= 0 else BAR_HEIGHT
        drawn.append(
            Bar(place * BAR_STEP, f"{top:.1f}", f"{height:.1f}", title, points >= 0)
        )
    has_loss = any(points < 0 for points, _ in results)
    return Bars(
        drawn, [points for points, _ in results], BAR_HEIGHT * (1 + has_loss) + 1
    )


def _scaled(value: int, low: int, high: int, bottom: float, top: float) -> float:
    return (
        bottom - (value - low) / (high - low) * (bottom - top)
        if high > low
        else (bottom + top) / 2
    )


def _step(span: int) -> int:
    """The distance between two horizontal lines of a chart, for totals that span `span` points.

    It is the smallest of 10, 20, 50, 100, 200, 500 and so on that divides the span into at most five steps.
    """
    unit = 10
    while True:
        for factor in GRID:
            if span <= unit * factor * 5:
                return unit * factor
        unit *= 10
