"""A rover: one more pair than a Mitchell seats, which takes another North-South seat in each round."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.mitchell import mitchell, most_rounds
from scoring.movements.plan import Movement, require_in_range
from scoring.movements.roving import bumped, open_seats, roving
from scoring.said import said

TABLES: Final = range(5, 16)
_MOST_STEPS: Final = 6_000
_SHORTER: Final = {9: 8, 15: 14}
"""The rounds of the longest rover that the search finds, by the number of tables, if it is not that of the Mitchell."""


def longest(tables: int) -> int:
    """The most rounds of a rover at a number of tables, if an even number of tables skips one."""
    return _SHORTER.get(tables, most_rounds(tables, "skip"))


def rover(tables: int, *, rounds: int | None = None, even: str = "skip") -> Movement:
    """A Mitchell of ``tables`` tables and 2 ``tables`` + 1 pairs; the pair with the highest number is the rover.

    The rover sits out round 1.

    Without ``rounds`` the movement has as many rounds as a rover allows.

    Raises:
        InvalidMovement: for a number of tables or rounds out of range, for a word that is not in ``EVEN``, and if no
            rover with so many rounds is found.
    """
    message = said(
        "A rover joins from {least} to {most} tables.", least=TABLES[0], most=TABLES[-1]
    )
    require_in_range(tables, TABLES[0], TABLES[-1], "tables", message)
    most = most_rounds(tables, even)
    if rounds is not None:
        message = said(
            "A rover at {tables} tables has from 2 to {most} rounds.",
            tables=tables,
            most=most,
        )
        require_in_range(rounds, 2, most, "rounds", message)

    lengths = range(most, 1, -1) if rounds is None else [rounds]
    for length in lengths:
        plain = mitchell(tables, rounds=length, even=even)
        seats = open_seats(plain.from_round(2))
        taken = roving(seats, _MOST_STEPS)
        if taken is not None:
            return bumped(plain, taken, 2 * tables + 1, "rover")

    form = "For {tables} tables and {rounds} rounds no rover is found; with one round fewer there is one."
    raise InvalidMovement(said(form, tables=tables, rounds=rounds), field="rounds")
