"""A movement as a file of our own form, in the one way that all programs print it: it reads back to an equal one."""

from collections.abc import Iterator

from scoring.movements.plan import Movement, Row
from scoring.text.words_of_line import quoted


def movement_lines(movement: Movement, boards_a_set: int = 0) -> Iterator[str]:
    """The lines of the file, without line feeds."""
    words = [movement.kind if movement.kind.isalpha() else quoted(movement.kind), movement.form]
    words.append(f"winners={movement.winners}")
    words += [f"sets={movement.set_count}"] if movement.set_count else []
    words += [f"boards={boards_a_set}"] if boards_a_set else []
    words += ["full"] if movement.full else []
    words += ["replays"] if movement.replays else []
    words += ["sits-twice"] if movement.sits_twice else []
    yield f"movement {' '.join(words)}"
    for stay in movement.stays:
        yield f"stay {stay.entry} {stay.first} {stay.last}"
    for row in movement.rows:
        yield _row(row, movement)


def _row(row: Row, movement: Movement) -> str:
    seats = row[2:6] if movement.form == "individual" else (row.ns, row.ew)
    words = [str(row.round), str(row.table), *("-" if entry is None else str(entry) for entry in seats), str(row.set)]
    words += ["shared"] if (row.round, row.set) in movement.shared else []
    words += ["turned"] if row.turned else []
    return " ".join(words)
