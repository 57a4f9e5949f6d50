"""Writes the result of a contest as text: the ranked lists, then every board with its awards."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from scoring.contest import (
    Award,
    Contest,
    ContestEntry,
    RankedList,
    RankedRow,
    Result,
    ScoredSlot,
)
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate.outcome_line import outcome_line
from scoring.text.columns import aligned

_TITLES: Final = {"all": "All", "ns": "North-South", "ew": "East-West"}


def result_as_text(contest: Contest, result: Result) -> str:
    """The whole result of a contest as text: lists, then boards. Ends with a line feed."""
    return "\n".join(_lines(contest, result)) + "\n"


def awards_table(rows: Iterable[tuple[str, str, ScoredSlot]]) -> Iterator[str]:
    """Yield a line of text for each row: names, outcome, and the awards of both sides.

    A row is the names of the entries, the outcome as text, and the scored slot (one board at one table).
    """
    cells = []
    for names, outcome, scored in rows:
        cells.append((names, outcome, _points(scored.ns), _points(scored.ew)))
    for line in aligned(cells, "<<>>"):
        yield f"  {line}"


def _lines(contest: Contest, result: Result) -> Iterator[str]:
    entries = {entry.number: entry for entry in contest.entries}
    scoring = contest.rules.scoring
    yield f"{contest.name}, {scoring}" if contest.name else scoring
    for ranked in result.lists:
        yield ""
        yield from _list(ranked, entries)

    for board, slots in groupby(result.slots, key=lambda scored: scored.slot.board):
        yield ""
        yield f"Board {board}"
        yield from awards_table(map(_named, slots))


def _named(scored: ScoredSlot) -> tuple[str, str, ScoredSlot]:
    """The row of a slot for ``awards_table``: the numbers of its entries, its outcome, and the slot."""
    return f"{scored.slot.ns} - {scored.slot.ew}", _outcome(scored), scored


def _list(ranked: RankedList, entries: dict[int, ContestEntry]) -> Iterator[str]:
    yield _TITLES.get(ranked.name, ranked.name[0].upper() + ranked.name[1:])
    cells = []
    for row in ranked.rows:
        cells.append(_cells(row, entries[row.entry]))
    for line in aligned(cells, "<><>>><"):
        yield f"  {line}"


def _cells(row: RankedRow, entry: ContestEntry) -> list[str]:
    """The cells of a row of a ranked list: place, number, names, score, percentage, boards, penalty."""
    place = str(row.place)
    if row.is_tied:
        place += "="

    score = str(shown(row.score))
    if row.top:
        score += f" of {row.top}"

    percent = ""
    if row.percent is not None:
        percent = f"{two_decimals(row.percent)} %"

    boards = "1 board" if row.boards == 1 else f"{row.boards} boards"
    return [
        place,
        str(row.entry),
        " & ".join(entry.names),
        score,
        percent,
        boards,
        _penalty(row),
    ]


def _penalty(row: RankedRow) -> str:
    if not row.penalty:
        return ""
    return f"after a penalty of {shown(row.penalty)}"


def _outcome(scored: ScoredSlot) -> str:
    text = outcome_line(scored.slot.outcome)
    if scored.slot.group:
        text = f"{text} /{scored.slot.group}"
    return text


def _points(award: Award | None) -> str:
    if award is None:
        return ""
    return shown(award.points)
