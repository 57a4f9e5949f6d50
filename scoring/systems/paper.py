"""Drawing two-column sheets in characters: rows, rules and columns, for the systems to put together."""

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
    """The names of the sides over their columns."""
    return row(Side.NS.word, Side.EW.word)


def row(ns: str, ew: str, mark: str = "") -> str:
    """One row: a figure of each side, or nothing; ``mark`` stands in the margin.

    >>> row("60", "100", "2 E")
    '2 E       60 │       100'
    """
    return f"{mark}{ns:>{_WIDTH + 3 - len(mark)}} │ {ew:>{_WIDTH}}"


def rule(mark: str) -> str:
    """A rule across both columns, drawn with THE_LINE, GAME_WON or END."""
    return mark * (2 * _WIDTH + 6)


def columns(lines: Iterable[ScoreLine], where: Where) -> list[tuple[str, str]]:
    """The figures of both sides in one place, each column in the order of writing, from the line outwards."""
    written = [line for line in lines if line.where is where]
    ns, ew = ([str(line.points) for line in written if line.side is side] for side in Side)
    return list(zip_longest(ns, ew, fillvalue=""))


def totals(sheet: Sheet) -> list[str]:
    """The double rule and the totals under it."""
    return [rule(END), row(*(str(sheet.totals[side].total) for side in Side))]
