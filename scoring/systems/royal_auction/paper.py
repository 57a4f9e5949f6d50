"""The score-sheet of royal auction in characters: tricks, honours and net totals of each side, a row for each deal."""

from collections.abc import Iterable
from typing import Final

from scoring.sheet import ScoreLine, Sheet, Where
from scoring.values import Side

Cells = tuple[str, str, str]
_HEADINGS: Final[Cells] = ("Tricks", "Honours", "Totals")
_NOTHING: Final[Cells] = ("", "", "")
_WIDTH: Final = 8
_GAME_WON: Final = "─"
_END: Final = "═"


def royal_sheet(sheet: Sheet) -> list[str]:
    """The sheet in lines. The row of a deal has its figures, and the net total of the side that is then ahead.

    If the sides are level, both have the net total 0. A rule stands under each game. The 250 points for the rubber come
    last, in the winner's totals, and the final net total stands under them.
    """
    drawn = [_names(), _row(_HEADINGS, _HEADINGS), _rule(_END)]
    net = 0
    for scored in sheet.deals:
        net += _net(scored.lines)
        ns = _deal_cells(scored.lines, Side.NS, net)
        ew = _deal_cells(scored.lines, Side.EW, -net)
        drawn.append(_row(ns, ew))
        if scored.game_won_by:
            drawn.append(_rule(_GAME_WON))

    for line in sheet.closing:
        drawn.append(_row(_closing_cells(line, Side.NS), _closing_cells(line, Side.EW)))

    net += _net(sheet.closing)
    drawn.append(_rule(_END))
    drawn.append(_row(("", "", _lead(net)), ("", "", _lead(-net))))
    return drawn


def _net(lines: Iterable[ScoreLine]) -> int:
    """The points of North-South minus the points of East-West."""
    net = 0
    for line in lines:
        if line.side is Side.NS:
            net += line.points
        else:
            net -= line.points
    return net


def _lead(net: int) -> str:
    """The net total of a side as text; empty if it is negative, because the side is behind."""
    if net < 0:
        return ""
    return str(net)


def _deal_cells(lines: Iterable[ScoreLine], side: Side, net: int) -> Cells:
    """The cells of a side in the row of a deal: points for tricks, points for honours, and the net total ``net``."""
    tricks = honours = 0
    for line in lines:
        if line.side is side and line.where is Where.BELOW:
            tricks += line.points
        elif line.side is side:
            honours += line.points
    return str(tricks or ""), str(honours or ""), _lead(net)


def _closing_cells(line: ScoreLine, side: Side) -> Cells:
    if line.side is not side:
        return _NOTHING
    return "", "", str(line.points)


def _names() -> str:
    return f"{Side.NS.word:^{3 * _WIDTH}} ║ {Side.EW.word:^{3 * _WIDTH}}"


def _row(ns: Cells, ew: Cells) -> str:
    """One row of the sheet, with the cells of both sides; the net totals of the two sides stand in the middle."""
    tricks, honours, total = ew
    return f"{_cells(ns)} ║ {_cells((total, tricks, honours))}"


def _cells(cells: Cells) -> str:
    return "".join(f"{cell:>{_WIDTH}}" for cell in cells)


def _rule(mark: str) -> str:
    return f"{mark * (3 * _WIDTH + 1)}╬{mark * (3 * _WIDTH + 1)}"
