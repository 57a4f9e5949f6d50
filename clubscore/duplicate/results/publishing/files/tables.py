"""The results of a publication as tables for spreadsheets: a row for each entry, or for each result of a board."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from clubscore.web.csv import Cell, csv_text
from scoring.contest.rounding import two_decimals
from scoring.duplicate.outcomes import Played
from scoring.text.results.usebio_boards import score_text
from scoring.text.results.values import (
    Pair,
    SessionResults,
    TravellerLine,
    points_text,
)

ENTRY = (
    "section",
    "number",
    "direction",
    "place",
    "score",
    "percent",
    "boards",
    "penalty",
    "handicap",
    "stratum",
    "stratum_place",
    "masterpoints",
)
LINE = (
    "board",
    "section",
    "ns",
    "south",
    "ew",
    "west",
    "contract",
    "declarer",
    "lead",
    "tricks",
    "score",
    "ns_points",
    "ew_points",
    "remark",
)


def entries_csv(results: SessionResults) -> str:
    """The entries with their places and scores, list by list, the winner first.

    A column for each player has the name. Columns with national numbers follow if a player has one that may be told.
    """
    most = max((len(pair.players) for pair in results.pairs), default=0)
    numbers = range(1, most + 1)
    header = [*ENTRY, *(f"player_{number}" for number in numbers)]
    has_ids = any(
        player.national_id for pair in results.pairs for player in pair.players
    )
    if has_ids:
        header += [f"national_id_{number}" for number in numbers]
    rows = []
    for pair in results.pairs:
        nobody = [""] * (most - len(pair.players))
        row = [*_entry(pair), *pair.names, *nobody]
        if has_ids:
            row += [*(player.national_id for player in pair.players), *nobody]
        rows.append(row)
    return csv_text(header, rows)


def boards_csv(results: SessionResults) -> str:
    """The results of all boards, with the points of both sides.

    `ns` and `ew` are the numbers of the entries; in an individual they are those of North and East, beside `south` and
    `west`.
    """
    return csv_text(LINE, _lines(results))


def _entry(pair: Pair) -> Iterator[Cell]:
    """Yield the cells of an entry in the order of ENTRY."""
    yield pair.section
    yield pair.number
    yield pair.line.value if pair.line else ""
    is_ranked = pair.place is not None
    yield pair.place
    yield _number(pair.score) if is_ranked else None
    yield None if pair.percent is None else _decimal(two_decimals(pair.percent))
    yield pair.boards if is_ranked else None
    yield _number(pair.penalty) if pair.penalty else None
    yield None if pair.handicap is None else _number(pair.handicap)
    yield pair.stratum
    yield pair.stratum_place
    yield (
        None if pair.masterpoints is None else _number(Fraction(pair.masterpoints, 100))
    )


def _lines(results: SessionResults) -> Iterator[list[Cell]]:
    for board in results.travellers:
        for line in board.lines:
            yield [board.board, *_line(line)]


def _line(line: TravellerLine) -> Iterator[Cell]:
    """Yield the cells of a line after the number of its board, in the order of LINE."""
    yield line.section
    yield line.ns
    yield line.south
    yield line.ew
    yield line.west
    yield from _result(line)
    yield _number(line.ns_points, 4)
    yield _number(line.ew_points, 4)
    yield line.remark


def _result(line: TravellerLine) -> Iterator[Cell]:
    """Yield the contract, declarer, lead, tricks and score of a line; cells that it does not have are empty.

    The score is the points of North-South, such as -50, or A6040 for an artificial score.
    """
    deal = None
    if isinstance(line.outcome, Played):
        deal = line.outcome.deal
    if deal is None or deal.contract is None or deal.declarer is None:
        yield "" if deal is None else "PASS"
        yield from ("", "", None)
    else:
        yield str(deal.contract)
        yield deal.declarer.value
        yield line.lead
        yield deal.tricks
    if isinstance(line.outcome, Played):
        yield line.outcome.points
    else:
        yield score_text(line.outcome)


def _number(value: Fraction, places: int = 2) -> int | float:
    """Points as a number for a spreadsheet, with at most so many decimals."""
    return _decimal(points_text(value, places))


def _decimal(text: str) -> int | float:
    """The number that a decimal text names: whole if it is whole."""
    number = Decimal(text)
    return int(number) if number == int(number) else float(number)
