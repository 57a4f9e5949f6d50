"""Boards as PBN 2.1, in the export format: the fifteen tags of every game in their order, lines that end in CR LF."""

from collections.abc import Iterable, Iterator
from typing import Final

from scoring.hands.layout import DealtBoard
from scoring.text.hands.deal_tag import deal_text
from scoring.text.hands.pbn_file import VULNERABLE

HEADING: Final = "% PBN 2.1\r\n% EXPORT\r\n%Content-type: text/x-pbn; charset=ISO-8859-1\r\n%Creator: Clubscore\r\n\r\n"
_ORDER: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
_LONGEST: Final = 200  # of a line's 255 characters


def pbn_lines(
    boards: Iterable[DealtBoard], *, event: str = "", date: str = ""
) -> Iterator[str]:
    """Yield the text of a PBN file: its heading, and then a game for each board.

    Each text that is yielded has several lines, and every line ends in CR LF. ``date`` is written ``2026.11.22``.
    Characters that are not in Latin-1 become ``?``.
    """
    yield HEADING
    for board in boards:
        values = {
            "Event": event,
            "Date": date,
            "Board": str(board.number),
            "Dealer": board.dealer.value,
            "Vulnerable": VULNERABLE[board.vulnerable],
            "Deal": deal_text(board.layout),
        }
        lines = []
        for name in _ORDER:
            value = _value(values.get(name, ""))
            lines.append(f'[{name} "{value}"]\r\n')
        yield f"{''.join(lines)}\r\n"


def _value(text: str) -> str:
    """The text as the value of a tag: on one line, in Latin-1, not too long, quotes and backslashes escaped."""
    on_one_line = " ".join(text.split())
    plain = on_one_line.encode("latin-1", errors="replace").decode("latin-1")[:_LONGEST]
    return plain.replace("\\", "\\\\").replace('"', '\\"')
