"""Rubber weather: a drawing that shows how far one side was ahead after each deal. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from django.utils.translation import gettext as _

from clubscore.games import game_of
from clubscore.games.called import Called
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import figure
from clubscore.web.templatetags.scores import signed
from scoring import ScoreLine, Sheet, Side

MOST_NUMBERS = 16  # under the drawing, before only every second is written


@dataclass(frozen=True, slots=True)
class Size:
    """The width and height of a drawing, and its margins for words at the left and right, above and below."""

    width: int
    height: int
    left: int
    right: int
    top: int
    foot: int


PAGE = Size(560, 230, left=82, right=70, top=48, foot=48)
WALL = Size(1000, 190, left=92, right=84, top=46, foot=48)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the drawing: the lead of the side in the left column after a deal, or at the end of the rubber."""

    x: str
    y: str
    lead: int
    words: str
    """The point in words, such as `Deal 5: N–S lead by 520`."""
    number: int | None
    """The number of the deal on the sheet, to which the point links; None for the end."""
    called: Called | None
    label: str
    """The lead as it is written beside the point, such as `+520`; empty for a point without a label."""
    label_y: str
    has_number: bool

    @property
    def side(self) -> str:
        """The CSS class of the point: `minus` below the middle, else `plus`."""
        return "minus" if self.lead < 0 else "plus"


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of the drawn line along which one side is ahead, and the area between this piece and the middle line.

    `line` has the points of the piece and `ground` the corners of the area, both as coordinates for an SVG element.
    `is_plus` is true unless the side in the right column is ahead.
    """

    line: str
    ground: str
    is_plus: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """The vertical line at a deal that won a game, with the name of the side that won it."""

    x: str
    who: str
    is_left: bool
    """True if the name of the winner stands to the left of the line."""


@dataclass(frozen=True, slots=True)
class Weather:
    """The drawing of the leads in one rubber: a line with a point for each deal, and a mark at each won game.

    `size` is its width, height and margins.
    """

    size: Size
    zero: str
    runs: tuple[Run, ...]
    points: tuple[Point, ...]
    games: tuple[GameLine, ...]
    plus: str
    """The name of the side whose leads are drawn above the middle."""
    minus: str
    words: str
    """A sentence that describes the drawing, for a screen reader."""

    @property
    def end(self) -> int:
        """The x coordinate at which the middle line ends."""
        return self.size.width - self.size.right

    @property
    def low(self) -> int:
        """The y coordinate of the lowest place that a point can have."""
        return self.size.height - self.size.foot

    @property
    def foot(self) -> int:
        """The y coordinate of the numbers of the deals."""
        return self.size.height - 4

    @property
    def bottom(self) -> int:
        """The y coordinate at which the vertical lines at won games end."""
        return self.low + 10


def weather(sheet: Sheet, view: str, size: Size = PAGE) -> Weather | None:
    """The drawing that shows how far one side was ahead after each deal; None for fewer than two deals.

    `view` is "NS" or "EW", the side that is called We, or "watch".
    """
    if len(sheet.deals) < 2:
        return None
    viewpoint = Viewpoint(view)
    plus, minus = viewpoint.columns
    leads = _leads(sheet, plus)
    across = (size.width - size.left - size.right) / (len(leads) - 1)
    xs = [size.left + place * across for place in range(len(leads))]
    low = min(leads)
    high = max(leads)
    ys = [_height(lead, low, high, size) for lead in leads]
    words = _("The difference after each of %(number)s deals. In the end: %(lead)s")
    return Weather(
        size=size,
        zero=f"{_height(0, low, high, size):.1f}",
        runs=tuple(_runs(list(zip(xs, leads, strict=True)), low, high, size)),
        points=tuple(_points(sheet, viewpoint, leads, xs, ys)),
        games=tuple(_games(sheet, viewpoint, xs, size)),
        plus=viewpoint.name(plus),
        minus=viewpoint.name(minus),
        words=words
        % {"number": len(sheet.deals), "lead": in_words(leads[-1], viewpoint)},
    )


def _games(
    sheet: Sheet, viewpoint: Viewpoint, xs: Sequence[float], size: Size
) -> Iterator[GameLine]:
    for x, scored in zip(xs[1:], sheet.deals, strict=False):
        if scored.game_won_by:
            winner = viewpoint.name(scored.game_won_by)
            yield GameLine(f"{x:.1f}", winner, is_left=x > size.left + 110)


def in_words(lead: int, viewpoint: Viewpoint) -> str:
    """A lead in words: `N–S lead by 520`, or `level` for 0.

    A `lead` above 0 is a lead of the side in the left column of the sheet.
    """
    if not lead:
        return _("level")
    plus, minus = viewpoint.columns
    leader = plus if lead > 0 else minus
    who = viewpoint.name(leader)
    return _("%(who)s lead by %(points)s") % {
        "who": who,
        "points": figure(f"{abs(lead):,}"),
    }


def _leads(sheet: Sheet, plus: Side) -> list[int]:
    """The leads of the side `plus`: 0, then the lead after each deal, then the lead after the end of the rubber.

    The last lead is left out if the end adds no points.
    """
    steps = [_difference(scored.lines, plus) for scored in sheet.deals]
    if sheet.closing:
        steps.append(_difference(sheet.closing, plus))
    return list(accumulate(steps, initial=0))


def _difference(lines: Sequence[ScoreLine], plus: Side) -> int:
    """The points of the side `plus` in these lines, less the points of the other side."""
    difference = 0
    for line in lines:
        if line.side is plus:
            difference += line.points
        else:
            difference -= line.points
    return difference


def _height(lead: float, low: int, high: int, size: Size) -> float:
    """The y coordinate of this lead in a drawing of the size `size`.

    `low` and `high` are the lowest and the highest lead in the drawing.
    """
    lowest = min(low, 0)
    span = max(high, 0) - lowest
    top = size.top
    bottom = size.height - size.foot
    if not span:
        return (top + bottom) / 2
    return bottom - (lead - lowest) / span * (bottom - top)


def _points(
    sheet: Sheet,
    viewpoint: Viewpoint,
    leads: Sequence[int],
    xs: Sequence[float],
    ys: Sequence[float],
) -> Iterator[Point]:
    """The points of the drawing for the leads after each deal and at the end; the start has no point.

    `xs` and `ys` are the coordinates of all leads. The last point has a label with its lead, and so have the highest
    and the lowest.
    """
    called = game_of(sheet.system).called(sheet)
    labelled = {len(leads) - 1, leads.index(max(leads)), leads.index(min(leads))}
    every = 1 + len(sheet.deals) // MOST_NUMBERS
    for place in range(1, len(leads)):
        number = None
        name = None
        if place <= len(sheet.deals):
            number = sheet.deals[place - 1].number
            name = called[number]
        lead = leads[place]
        label = ""
        if place in labelled:
            label = signed(lead)
        is_label_above = lead > 0 or (lead == 0 and leads[place - 1] < 0)
        label_y = ys[place] - 9 if is_label_above else ys[place] + 17
        yield Point(
            x=f"{xs[place]:.1f}",
            y=f"{ys[place]:.1f}",
            lead=lead,
            words=_point_in_words(name, in_words(lead, viewpoint)),
            number=number,
            called=name,
            label=label,
            label_y=f"{label_y:.1f}",
            has_number=(place - 1) % every == 0,
        )


def _point_in_words(called: Called | None, lead: str) -> str:
    if called is None:
        return _("The end: %(lead)s") % {"lead": lead}
    return _("Deal %(number)s: %(lead)s") % {"number": called, "lead": lead}


def _runs(
    steps: list[tuple[float, int]], low: int, high: int, size: Size
) -> Iterator[Run]:
    """The line of the drawing in pieces, cut where it meets the middle, so that each piece has one colour.

    `steps` are the points of the line, each as (x coordinate, lead).
    """
    run = [steps[0]]
    for (x, lead), (next_x, following) in pairwise(steps):
        if lead * following < 0:
            crossing = (x + (next_x - x) * lead / (lead - following), 0)
            run.append(crossing)
            yield _run(run, low, high, size)
            run = [crossing]
        run.append((next_x, following))
        if following == 0 and len(run) > 1:
            yield _run(run, low, high, size)
            run = [(next_x, following)]
    if len(run) > 1:
        yield _run(run, low, high, size)


def _run(steps: Sequence[tuple[float, float]], low: int, high: int, size: Size) -> Run:
    """One piece of the line of the drawing, in which one side is ahead.

    `steps` are its points, each as (x coordinate, lead).
    """
    line = " ".join(
        f"{x:.1f},{_height(lead, low, high, size):.1f}" for x, lead in steps
    )
    zero = f"{_height(0, low, high, size):.1f}"
    first_x, _first_lead = steps[0]
    last_x, _last_lead = steps[-1]
    ground = f"{first_x:.1f},{zero} {line} {last_x:.1f},{zero}"
    return Run(line, ground, is_plus=sum(lead for _x, lead in steps) >= 0)
