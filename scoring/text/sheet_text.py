"""A sheet as text: the paper sheet, the state of play, and a reason for every figure."""

from collections.abc import Iterator
from typing import Any

from scoring.deals import MINUS
from scoring.said import capital
from scoring.sheet import ScoredDeal, ScoreLine, Sheet, State
from scoring.systems import SYSTEMS
from scoring.systems.base import System
from scoring.words import deal_in_words, sides_in_words


def sheet_as_text(sheet: Sheet) -> str:
    """A sheet as text: the paper sheet, then each deal and its figures' reasons. Ends with a line feed."""
    system = SYSTEMS[sheet.system]
    lines = [
        system.title,
        "",
        *system.paper(sheet),
        "",
        _state_in_words(sheet, system),
        "",
        *_reasons(sheet, system),
    ]
    text = "\n".join(line.rstrip() for line in lines)
    return f"{text.rstrip()}\n"


def scored_deal_as_text(scored: ScoredDeal, system: System[Any]) -> str:
    """A scored deal as text, with the reasons for its figures. Ends with a line feed."""
    return "\n".join(_deal_reasons(scored, system)) + "\n"


def _state_in_words(sheet: Sheet, system: System[Any]) -> str:
    """The state of a sheet in words: its next deal if it is open, or its winner if it has ended."""
    if sheet.next is not None:
        following = f"Next: deal {sheet.next.number}, dealt by {sheet.next.dealer.word}"
        if not system.has_vulnerability:
            return f"{following}."
        return f"{following}, {sides_in_words(sheet.next.vulnerable)} vulnerable."

    end = "the totals are equal: nobody won."
    if sheet.winner is not None:
        end = f"{sheet.winner.word} won by {sheet.margin}."
    if sheet.state is State.UNFINISHED:
        return f"Unfinished; {end}"

    return capital(end)


def _reasons(sheet: Sheet, system: System[Any]) -> Iterator[str]:
    for scored in sheet.deals:
        yield from _deal_reasons(scored, system)
    if sheet.closing:
        yield "At the end"
    for line in sheet.closing:
        yield _reason(line, system)


def _deal_reasons(scored: ScoredDeal, system: System[Any]) -> Iterator[str]:
    note = f" ({scored.deal.note})" if scored.deal.note else ""
    yield f"{scored.number}. {deal_in_words(scored.deal)}{note}"
    for line in scored.lines:
        yield _reason(line, system)
    if scored.game_won_by:
        yield f"{'':10}{scored.game_won_by} wins the game"


def _reason(line: ScoreLine, system: System[Any]) -> str:
    points = str(line.points).replace("-", MINUS)
    return f"{points:>6} {line.side} {system.columns[line.where]}: {line.text} [{line.law}]"
