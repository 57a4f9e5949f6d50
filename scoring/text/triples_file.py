"""Movement files with a line for each table: a title, a heading of six numbers, and N-S, E-W and set of each round.

The form is that in which collections of published movements are passed on. Its E-W pairs are numbered from 1 if there
are two winners. A set 0 is a sit-out. It has no word for sharing, so whatever two tables have at once is shared.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final, NoReturn

from scoring.errors import InvalidMovement
from scoring.movements.plan import MOST_ENTRIES, MOST_ROUNDS, Movement, Row, in_order, shared_sets
from scoring.said import said
from scoring.text.session_words import refuse

_HEADING: Final = re.compile(r"\s*\d+\s*(,\s*\d+\s*){5}")
_FIELD: Final = re.compile(r"[^,]+|(?<=,)(?=,|$)")
_FORMS: Final = {1: ("pairs", 2), 2: ("pairs", 1), 3: ("individual", 1), 5: ("teams", 1)}
"""The types, as form of play and number of winners."""


def is_heading(line: str) -> bool:
    """Whether a line is the heading of such a file."""
    return _HEADING.fullmatch(line) is not None


def read_triples(title: str, heading: str, lines: Iterable[str]) -> tuple[Movement, int, str]:
    """The movement, how many boards a set has, and the title.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    (kind, _), (tables, _), (boards, at), (a_set, _), (rounds, of_rounds), (missing, _) = _numbers(heading)
    if kind not in _FORMS:
        refuse("The first number is the type: 1 two winners, 2 one winner, 3 an individual, 5 teams.", 1)
    if not a_set or not boards or boards % a_set:
        refuse("The third number, the boards, is a multiple of the fourth, the boards a set.", at)
    if not 1 <= rounds <= MOST_ROUNDS:
        refuse(said("There are from 1 to {most} rounds.", most=MOST_ROUNDS), of_rounds)
    form, winners = _FORMS[kind]
    offset = tables if winners == 2 else 0
    rows: list[Row] = []
    for table, line in zip_longest(range(1, tables + 1), lines):
        if table is None:
            refuse(said("The heading says {tables} tables: this line is one too many.", tables=tables), 1)
        if line is None:
            message = "The heading says {tables} tables, and the line of table {table} is missing."
            raise InvalidMovement(said(message, tables=tables, table=table))
        rows += _rows_of_table(line, table, rounds, form, offset, missing)
    shared = shared_sets(row for row in rows if row.is_played)
    found = Movement("by hand", in_order(rows), form, winners, shared, boards // a_set)
    return found, a_set, title


def triples_lines(movement: Movement, boards_a_set: int, title: str = "") -> Iterator[str]:
    """The lines of such a file, without line feeds.

    Raises:
        InvalidMovement: for a movement that this form cannot hold, such as one in which nobody has two of the numbers.
    """
    kind = next(number for number, form in _FORMS.items() if form == (movement.form, movement.winners))
    lines = _lines_of_tables(movement)
    numbers = _numbers_in_file(movement, len(lines))
    nobody = numbers[None]
    if title:
        yield title
    yield ",".join(map(str, (kind, len(lines), movement.sets * boards_a_set, boards_a_set, movement.rounds, nobody)))
    for rows in lines:
        cells: list[int] = []
        for row in rows:
            seats = row[2:6] if movement.form == "individual" else (row.ns, row.ew)
            cells += (*(numbers[entry] for entry in seats), row.set)
            if movement.winners == 2 and row.ew is None and row.set:
                cells[-2] = nobody - len(lines)
        yield ",".join(map(str, cells))


def _rows_of_table(line: str, table: int, rounds: int, form: str, offset: int, missing: int) -> Iterator[Row]:
    numbers = _numbers(line)
    width = 5 if form == "individual" else 3
    if len(numbers) != width * rounds:
        at = numbers[width * rounds][1] if len(numbers) > width * rounds else len(line) + 1
        form = "A table has {width} numbers for each of {rounds} rounds, not {number} in all."
        refuse(said(form, width=width, rounds=rounds, number=len(numbers)), at)
    for index in range(rounds):
        *seats, (boards, _) = numbers[width * index : width * (index + 1)]
        if not boards:
            continue
        entries = [number for number, _ in seats]
        if form != "individual":
            ns, ew = entries
            entries = [ns, ns, ew and ew + offset, ew and ew + offset]
        north, south, east, west = (None if entry in (0, missing) else entry for entry in entries)
        yield Row(index + 1, table, north, south, east, west, boards)


def _numbers(line: str) -> list[tuple[int, int]]:
    """The numbers of a line with their columns."""
    found = []
    for field in _FIELD.finditer(line):
        text, column = field[0].strip(), field.start() + 1 + len(field[0]) - len(field[0].lstrip())
        if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= MOST_ENTRIES * 99):
            _no_number(text, column)
        found.append((int(text), column))
    return found


def _no_number(text: str, column: int) -> NoReturn:
    refuse(said("Here stands a number, not “{text}”.", text=text[:40]), column)


def _lines_of_tables(movement: Movement) -> list[list[Row]]:
    """A row for every table and round; sit-outs without a table get lines of their own, with set 0."""
    lines: list[dict[int, Row]] = [{} for _ in range(movement.tables)]
    for row in movement.rows:
        lines[row.table - 1][row.round] = row
    seated = {(row.round, entry) for row in movement.rows for entry in row.seated}
    for number, entry in movement.sit_outs:
        if (number, entry) not in seated:
            free = next((line for line in lines if number not in line), None)
            if free is None:
                lines.append(free := {})
            free[number] = Row(number, 0, entry, entry, entry, entry, 0)
    empty = Row(0, 0, None, None, None, None, 0)
    return [[line.get(number, empty) for number in range(1, movement.rounds + 1)] for line in lines]


def _numbers_in_file(movement: Movement, lines: int) -> dict[int | None, int]:
    """The number of every entry in the file, and of nobody: 0 if all seats are always taken.

    With two winners the E-W pairs begin with 1 again, and North-South pairs with numbers after theirs, such as a rover,
    come after the other North-South pairs.
    """
    east = {row.ew for row in movement.rows if row.ew is not None} if movement.winners == 2 else set()
    north = [entry for entry in movement.entries if entry not in east]
    first = min(east, default=0)
    below = max((entry for entry in north if entry < first), default=0)
    offset = movement.tables if below <= movement.tables < first else first - 1
    numbers: dict[int | None, int] = {entry: entry - offset for entry in east}
    numbers |= {entry: entry for entry in north if not east or entry <= offset}
    later = [entry for entry in north if entry not in numbers]
    numbers |= {entry: offset + rank for rank, entry in enumerate(later, 1)}
    idle = [row for row in movement.rows if not row.is_played]
    if not idle and not movement.sit_outs:
        return numbers | {None: 0}
    of_east = bool(east) and not any(row.ns is None for row in idle)
    taken = {numbers[entry] for entry in (east if of_east else north)}
    free = sorted(set(range(1, (lines if east else 2 * lines) + 1)) - taken)
    if (idle and len(free) != 1) or not free or any(row.ew is None for row in idle if not of_east and east):
        raise InvalidMovement("In this form one number at most is missing, in all rounds.", field="form")
    return numbers | {None: free[0] + (lines if of_east else 0)}
