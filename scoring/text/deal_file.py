"""Reads files of rubbers: one deal a line, ``---`` between rubbers. One rubber is in memory at a time."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from scoring.deals import Deal
from scoring.errors import InvalidDeal, ScoringError
from scoring.quickline import column_of, parse_deal
from scoring.rules import Rules
from scoring.sheet import Sheet
from scoring.systems.base import System
from scoring.text.lines import InvalidLine, TextLines
from scoring.values import Seat

END_OF_RUBBER: Final = "---"


def read_sheets(
    lines: Iterable[bytes],
    system: System[Any],
    *,
    rules: Rules,
    dealer: Seat,
    unfinished: bool,
) -> Iterator[Sheet]:
    """Yield the sheet of each rubber in a file. All rubbers have the same rules and first dealer.

    ``unfinished`` closes every sheet that is still open after the last deal of its rubber.

    Raises:
        InvalidLine: for the first line that is refused, a deal after the end of a rubber included.
    """
    texts = TextLines(lines)
    deals = _deals(texts, royals=system.royals)
    try:
        for first in deals:
            if first is not None:
                rubber = _rubber(first, deals)
                yield system.fold(
                    rubber, rules=rules, dealer=dealer, unfinished=unfinished
                )
    except ScoringError as refusal:
        raise InvalidLine(
            refusal.message,
            line=texts.line,
            column=_column(refusal, texts, system.royals),
        ) from None


def _deals(texts: TextLines, *, royals: bool) -> Iterator[Deal | None]:
    """Yield the deals of a file, and None for a line ``---``. ``royals`` allows the spades of royal auction."""
    for text in texts:
        if text.strip() == END_OF_RUBBER:
            yield None
        else:
            yield parse_deal(text, royals=royals)


def _rubber(first: Deal, rest: Iterator[Deal | None]) -> Iterator[Deal]:
    """Yield the first deal, then the deals up to the next None."""
    yield first
    for deal in rest:
        if deal is None:
            return
        yield deal


def _column(refusal: ScoringError, texts: TextLines, royals: bool) -> int:
    """The column of the mistake in the current line; if no single part is wrong, the column of its first character."""
    if not isinstance(refusal, InvalidDeal):
        return texts.first_column
    return refusal.column or column_of(refusal.field, texts.text, royals=royals)
