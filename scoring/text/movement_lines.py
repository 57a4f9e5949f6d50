"""Writes a movement as a file in Clubscore's own form. Reading the file gives an equal movement."""

from collections.abc import Iterator

from scoring.movements.plan import Movement, MovementRow
from scoring.text.words_of_line import quoted


def movement_lines(movement: Movement, boards_a_set: int = 0) -> Iterator[str]:
    """Yield the lines of the file of a movement, without line feeds.

    ``boards_a_set`` is the number of boards in a set; with 0 the file does not give the number.
    """
    kind = movement.kind
    if not kind.isalpha():
        kind = quoted(kind)

    words = ["movement", kind, movement.form, f"winners={movement.winners}"]
    if movement.set_count:
        words.append(f"sets={movement.set_count}")
    if boards_a_set:
        words.append(f"boards={boards_a_set}")
    if movement.full:
        words.append("full")
    if movement.replays:
        words.append("replays")
    if movement.sits_twice:
        words.append("sits-twice")

    yield " ".join(words)
    for stay in movement.stays:
        yield f"stay {stay.entry} {stay.first} {stay.last}"

    for row in movement.rows:
        yield _row(row, movement)


def number_or_dash(entry: int | None) -> str:
    """The number of an entry; a dash for an empty seat."""
    if entry is None:
        return "-"
    return str(entry)


def _row(row: MovementRow, movement: Movement) -> str:
    seats = row.seats if movement.form == "individual" else (row.ns, row.ew)
    words = [str(row.round), str(row.table)]
    words += map(number_or_dash, seats)
    words.append(str(row.set))
    if (row.round, row.set) in movement.shared:
        words.append("shared")
    if row.turned:
        words.append("turned")
    return " ".join(words)
