"""The parts of two-column sheets in characters: rows, rules and columns, from which the systems draw theirs."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

from scoring.sheet import ScoreLine, Sheet, Where
from scoring.values import Side

THE_LINE: Final = "━"
GAME_WON: Final = "─"
END: Final = "═"
_WIDTH: Final = 9


def heading() -> str:
    """The heading of a sheet: the name of each side over its column."""
    return row(Side.NS.word, Side.EW.word)


def row(ns: str, ew: str, mark: str = "") -> str:
    """One row with the text of a figure for each side, or an empty text; ``mark`` stands in the margin.

    >>> row("60", "100", "2 E")
    '2 E       60 │       100'
    """
    return f"{mark}{ns:>{_WIDTH + 3 - len(mark)}} │ {ew:>{_WIDTH}}"


def rule(mark: str) -> str:
    """A line of characters across both columns; ``mark`` is the character: THE_LINE, GAME_WON or END."""
    return mark * (2 * _WIDTH + 6)


def columns(lines: Iterable[ScoreLine], where: Where) -> list[tuple[str, str]]:
    """The figures below or above the line, a pair for each row from the line outwards: North-South, East-West.

    A side with fewer figures has empty texts at the end.
    """
    figures: dict[Side, list[str]] = {side: [] for side in Side}
    for line in lines:
        if line.where is where:
            figures[line.side].append(str(line.points))
    return list(zip_longest(figures[Side.NS], figures[Side.EW], fillvalue=""))


def totals(sheet: Sheet) -> list[str]:
    """The last lines of a sheet: the double rule, and the totals of both sides under it."""
    ns = str(sheet.totals[Side.NS].total)
    ew = str(sheet.totals[Side.EW].total)
    return [rule(END), row(ns, ew)]
