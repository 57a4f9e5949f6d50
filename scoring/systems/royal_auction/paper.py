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
    """Each deal's figures and then the net total, on the side that is ahead; both sides show 0 when they are level.

    A rule stands under each game. The 250 for the rubber come last, in the winner's totals, and the net under them.
    """
    drawn = [_names(), _row(_HEADINGS, _HEADINGS), _rule(_END)]
    net = 0
    for scored in sheet.deals:
        net += _net(scored.lines)
        drawn.append(_row(*(_deal_cells(scored.lines, side, net) for side in Side)))
        if scored.game_won_by:
            drawn.append(_rule(_GAME_WON))
    drawn += [_row(*(_closing_cells(line, side) for side in Side)) for line in sheet.closing]
    net += _net(sheet.closing)
    return [*drawn, _rule(_END), _row(*(("", "", _net_cell(side, net)) for side in Side))]


def _net(lines: Iterable[ScoreLine]) -> int:
    """North-South's points less East-West's."""
    return sum(line.points if line.side is Side.NS else -line.points for line in lines)


def _net_cell(side: Side, net: int) -> str:
    ahead = net if side is Side.NS else -net
    return str(ahead) if ahead >= 0 else ""


def _deal_cells(lines: Iterable[ScoreLine], side: Side, net: int) -> Cells:
    tricks, honours = (
        sum(line.points for line in lines if line.side is side and line.where is where) for where in Where
    )
    return str(tricks or ""), str(honours or ""), _net_cell(side, net)


def _closing_cells(line: ScoreLine, side: Side) -> Cells:
    return ("", "", str(line.points)) if line.side is side else _NOTHING


def _names() -> str:
    return f"{Side.NS.word:^{3 * _WIDTH}} ║ {Side.EW.word:^{3 * _WIDTH}}"


def _row(ns: Cells, ew: Cells) -> str:
    """Both sides' cells; East-West's totals stand first, so that the totals of the two sides meet in the middle."""
    tricks, honours, total = ew
    return f"{_cells(ns)} ║ {_cells((total, tricks, honours))}"


def _cells(cells: Cells) -> str:
    return "".join(f"{cell:>{_WIDTH}}" for cell in cells)


def _rule(mark: str) -> str:
    return f"{mark * (3 * _WIDTH + 1)}╬{mark * (3 * _WIDTH + 1)}"
