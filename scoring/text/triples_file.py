"""Reads and writes movement files with a line for each table, which has the N-S pair, E-W pair and set of each round.

A title and a heading of six numbers come before these lines.

Published movements are passed on in this form. If there are two winners, the file numbers the E-W pairs from 1. Set 0
is a sit-out. The form has no word for sharing, so two tables may share any set that both have at once.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final, NamedTuple, NoReturn

from scoring.errors import InvalidMovement
from scoring.movements.plan import (
    MOST_ENTRIES,
    MOST_ROUNDS,
    Movement,
    MovementRow,
    in_order,
    shared_sets,
)
from scoring.said import said
from scoring.text.session_words import refuse

_HEADING: Final = re.compile(r"\s*\d+\s*(,\s*\d+\s*){5}")
_FIELD: Final = re.compile(r"[^,]+|(?<=,)(?=,|$)")
_FORMS: Final = {
    1: ("pairs", 2),
    2: ("pairs", 1),
    3: ("individual", 1),
    5: ("teams", 1),
}
"""The form of play and the number of winners, by the number of the type in the heading of a file."""
_KINDS: Final = {form: kind for kind, form in _FORMS.items()}


class _Number(NamedTuple):
    value: int
    column: int


class _Heading(NamedTuple):
    """The facts in the heading of a file."""

    form: str
    winners: int
    tables: int
    sets: int
    boards_a_set: int
    rounds: int
    missing: int
    """The number that stands for no entry; 0 if the file needs no such number."""


def is_heading(line: str) -> bool:
    """True if a line is a heading: six numbers with commas between them."""
    return _HEADING.fullmatch(line) is not None


def read_triples(
    title: str, heading: str, lines: Iterable[str]
) -> tuple[Movement, int, str]:
    """The movement of a file, the number of boards in a set, and the title; ``lines`` are the lines of the tables.

    Raises:
        InvalidDeal: for the first line that is refused.
        InvalidMovement: if the line of a table is missing.
    """
    head = _heading(heading)
    rows: list[MovementRow] = []
    for table, line in zip_longest(range(1, head.tables + 1), lines):
        if table is None:
            refuse(
                said(
                    "The heading says {tables} tables: this line is one too many.",
                    tables=head.tables,
                ),
                1,
            )
        if line is None:
            message = "The heading says {tables} tables, and the line of table {table} is missing."
            raise InvalidMovement(said(message, tables=head.tables, table=table))
        rows += _rows_of_table(line, table, head)

    shared = shared_sets(row for row in rows if row.is_played)
    movement = Movement(
        "by hand", in_order(rows), head.form, head.winners, shared, head.sets
    )
    return movement, head.boards_a_set, title


def triples_lines(
    movement: Movement, boards_a_set: int, title: str = ""
) -> Iterator[str]:
    """Yield the lines of the file of a movement: title, heading, and a line for each table, without line feeds.

    Raises:
        InvalidMovement: for a movement that the file cannot hold, such as a movement with empty seats from which
            more than one pair is missing.
    """
    kind = _KINDS[movement.form, movement.winners]
    lines = _lines_of_tables(movement)
    numbers = _numbers_in_file(movement, len(lines))
    nobody = numbers[None]
    if title:
        yield title

    heading = (
        kind,
        len(lines),
        movement.sets * boards_a_set,
        boards_a_set,
        movement.rounds,
        nobody,
    )
    yield ",".join(map(str, heading))
    for rows in lines:
        cells: list[int] = []
        for row in rows:
            seats = row.seats if movement.form == "individual" else (row.ns, row.ew)
            cells += [numbers[entry] for entry in seats]
            if movement.winners == 2 and row.ew is None and row.set:
                cells[-1] = nobody - len(lines)
            cells.append(row.set)
        yield ",".join(map(str, cells))


def _heading(line: str) -> _Heading:
    kind, tables, boards, boards_a_set, rounds, missing = _numbers(line)
    if kind.value not in _FORMS:
        refuse(
            "The first number is the type: 1 two winners, 2 one winner, 3 an individual, 5 teams.",
            1,
        )
    if not boards_a_set.value or not boards.value or boards.value % boards_a_set.value:
        refuse(
            "The third number, the boards, is a multiple of the fourth, the boards a set.",
            boards.column,
        )
    if not 1 <= rounds.value <= MOST_ROUNDS:
        refuse(
            said("There are from 1 to {most} rounds.", most=MOST_ROUNDS), rounds.column
        )

    form, winners = _FORMS[kind.value]
    sets = boards.value // boards_a_set.value
    return _Heading(
        form,
        winners,
        tables.value,
        sets,
        boards_a_set.value,
        rounds.value,
        missing.value,
    )


def _rows_of_table(line: str, table: int, head: _Heading) -> Iterator[MovementRow]:
    """Yield the rows of a table, one row for each round in which the table plays."""
    numbers = _numbers(line)
    width = 5 if head.form == "individual" else 3
    wanted = width * head.rounds
    if len(numbers) != wanted:
        column = numbers[wanted].column if len(numbers) > wanted else len(line) + 1
        form = "A table has {width} numbers for each of {rounds} rounds, not {number} in all."
        refuse(said(form, width=width, rounds=head.rounds, number=len(numbers)), column)

    for index in range(head.rounds):
        *seats, boards = numbers[width * index : width * (index + 1)]
        if boards.value:
            north, south, east, west = _entries(seats, head)
            yield MovementRow(index + 1, table, north, south, east, west, boards.value)


def _entries(seats: list[_Number], head: _Heading) -> list[int | None]:
    """The entries in the four seats of a table, from the numbers in a file; None for an empty seat.

    With two winners the number of tables is added to the East-West numbers, which begin with 1 in the file.
    """
    if head.form == "individual":
        return [_entry(seat.value, head) for seat in seats]
    north, east = seats
    ew = east.value
    if ew and head.winners == 2:
        ew += head.tables
    pair = _entry(north.value, head)
    opponents = _entry(ew, head)
    return [pair, pair, opponents, opponents]


def _entry(number: int, head: _Heading) -> int | None:
    """The number as an entry; None for 0 and for the missing number."""
    if number in (0, head.missing):
        return None
    return number


def _numbers(line: str) -> list[_Number]:
    """The numbers of a line with their columns."""
    numbers = []
    for field in _FIELD.finditer(line):
        text = field[0].strip()
        blanks = len(field[0]) - len(field[0].lstrip())
        column = field.start() + 1 + blanks
        if not (
            text.isascii()
            and text.isdigit()
            and len(text) <= 6
            and int(text) <= MOST_ENTRIES * 99
        ):
            _refuse_text(text, column)
        numbers.append(_Number(int(text), column))
    return numbers


def _refuse_text(text: str, column: int) -> NoReturn:
    refuse(said("Here stands a number, not “{text}”.", text=text[:40]), column)


def _lines_of_tables(movement: Movement) -> list[list[MovementRow]]:
    """The rows of each line of the file: a list for each line, with one row for each round.

    An entry that sits out without a table gets a row with set 0, in a line that has no row in this round, or in a new
    line.
    """
    lines: list[dict[int, MovementRow]] = [{} for _ in range(movement.tables)]
    seated: set[tuple[int, int]] = set()
    for row in movement.rows:
        lines[row.table - 1][row.round] = row
        seated.update((row.round, entry) for entry in row.seated)

    for number, entry in movement.sit_outs:
        if (number, entry) not in seated:
            free = _free_line(lines, number)
            free[number] = MovementRow(number, 0, entry, entry, entry, entry, 0)

    empty = MovementRow(0, 0, None, None, None, None, 0)
    filled = []
    for line in lines:
        filled.append(
            [line.get(number, empty) for number in range(1, movement.rounds + 1)]
        )

    return filled


def _free_line(
    lines: list[dict[int, MovementRow]], number: int
) -> dict[int, MovementRow]:
    """The first line without a row in round ``number``; a new line is added if every line has a row."""
    for line in lines:
        if number not in line:
            return line
    lines.append({})
    return lines[-1]


def _numbers_in_file(movement: Movement, lines: int) -> dict[int | None, int]:
    """The number of each entry in a file with ``lines`` tables.

    The key None has the number that stands for no entry in the file, or 0 if the file needs no such number.

    With two winners the E-W pairs begin with 1 again. North-South pairs with higher numbers than E-W pairs, such as a
    rover, come after the other North-South pairs.

    Raises InvalidMovement for a movement that the file cannot hold.
    """
    east: set[int] = set()
    if movement.winners == 2:
        east = set()
        for row in movement.rows:
            if row.ew is not None:
                east.add(row.ew)

    numbers = _numbers_of_entries(movement, east)
    idle = [row for row in movement.rows if not row.is_played]
    if not idle and not movement.sit_outs:
        return {**numbers, None: 0}
    if not east:
        free = _free_numbers(numbers.values(), 2 * lines)
        is_one_side = True
    elif any(row.ns is None for row in idle):
        taken = [number for entry, number in numbers.items() if entry not in east]
        free = _free_numbers(taken, lines)
        is_one_side = all(row.ew is not None for row in idle)
    else:
        taken = [numbers[entry] for entry in east]
        free = []
        for number in _free_numbers(taken, lines):
            free.append(number + lines)
        is_one_side = True
    if not free or not is_one_side or (idle and len(free) > 1):
        raise InvalidMovement(
            "In this form one number at most is missing, in all rounds.", field="form"
        )

    return {**numbers, None: free[0]}


def _numbers_of_entries(movement: Movement, east: set[int]) -> dict[int | None, int]:
    """The number of each entry in the file; ``east`` are the entries that are numbered from 1 again."""
    if not east:
        return {entry: entry for entry in movement.entries}

    north = [entry for entry in movement.entries if entry not in east]
    first = min(east)
    below = max((entry for entry in north if entry < first), default=0)
    offset = movement.tables if below <= movement.tables < first else first - 1
    numbers: dict[int | None, int] = {entry: entry - offset for entry in east}
    number = offset
    for entry in north:
        if entry <= offset:
            numbers[entry] = entry
        else:
            number += 1
            numbers[entry] = number

    return numbers


def _free_numbers(taken: Iterable[int], most: int) -> list[int]:
    return sorted(set(range(1, most + 1)) - set(taken))
