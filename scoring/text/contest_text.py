"""The result of a contest in characters: the lists, then every board with its awards."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from scoring.contest import Award, Contest, Entry, RankedList, Result, Row, ScoredSlot
from scoring.contest.rounding import shown, two_decimals
from scoring.duplicate.outcome_line import outcome_line

_TITLES = {"all": "All", "ns": "North-South", "ew": "East-West"}


def result_as_text(contest: Contest, result: Result) -> str:
    """The whole result. Ends with a line feed."""
    return "\n".join(_lines(contest, result)) + "\n"


def awards_table(rows: Iterable[tuple[str, str, ScoredSlot]]) -> Iterator[str]:
    """A line for each slot, from who played it, its outcome and the awards."""
    cells = [(who, what, _points(scored.ns), _points(scored.ew)) for who, what, scored in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for who, what, ns, ew in cells:
        yield f"  {who:<{widths[0]}}  {what:<{widths[1]}}  {ns:>{widths[2]}}  {ew:>{widths[3]}}".rstrip()


def _lines(contest: Contest, result: Result) -> Iterator[str]:
    entries = {entry.number: entry for entry in contest.entries}
    yield f"{contest.name}, {contest.rules.scoring}" if contest.name else contest.rules.scoring
    for each in result.lists:
        yield ""
        yield from _list(each, entries)
    for board, slots in groupby(result.slots, key=lambda scored: scored.slot.board):
        yield ""
        yield f"Board {board}"
        yield from awards_table((f"{each.slot.ns} - {each.slot.ew}", _outcome(each), each) for each in slots)


def _list(ranked: RankedList, entries: dict[int, Entry]) -> Iterator[str]:
    yield _TITLES.get(ranked.name, ranked.name[0].upper() + ranked.name[1:])
    cells = [_cells(row, entries[row.entry]) for row in ranked.rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for place, number, names, *figures, penalty in cells:
        right = "  ".join(f"{text:>{width}}" for text, width in zip(figures, widths[3:-1], strict=True))
        yield f"  {place:<{widths[0]}}  {number:>{widths[1]}}  {names:<{widths[2]}}  {right}  {penalty}".rstrip()


def _cells(row: Row, entry: Entry) -> list[str]:
    place = f"{row.place}=" if row.is_tied else str(row.place)
    score = f"{shown(row.score)} of {row.top}" if row.top else shown(row.score)
    percent = "" if row.percent is None else f"{two_decimals(row.percent)} %"
    boards = "1 board" if row.boards == 1 else f"{row.boards} boards"
    return [place, str(row.entry), " & ".join(entry.names), score, percent, boards, _penalty(row)]


def _penalty(row: Row) -> str:
    return f"after a penalty of {shown(row.penalty)}" if row.penalty else ""


def _outcome(scored: ScoredSlot) -> str:
    group = f" /{scored.slot.group}" if scored.slot.group else ""
    return f"{outcome_line(scored.slot.outcome)}{group}"


def _points(award: Award | None) -> str:
    return "" if award is None else shown(award.points)
