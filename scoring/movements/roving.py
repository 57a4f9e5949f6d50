"""An extra pair that takes the seats of others: which seat in which round, found by a search that gives up."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.movements.plan import Movement, Row

MOST_STEPS: Final = 20_000


class _TooLong(Exception):
    """More steps than allowed."""


class Seat(NamedTuple):
    """A place that the extra pair can take: in which row, whose, and whom it meets there."""

    row: Row
    sent: int
    met: int


def open_seats(rows: Iterable[Row], *, east: bool = False) -> dict[int, list[Seat]]:
    """The places of those who sit North-South in each round, or East-West, where two pairs meet."""
    found: dict[int, list[Seat]] = {}
    for row in rows:
        seats = found.setdefault(row.round, [])
        sent, met = (row.ew, row.ns) if row.turned != east else (row.ns, row.ew)
        if sent is not None and met is not None:
            seats.append(Seat(row, sent, met))
    return found


def roving(seats: Mapping[int, Sequence[Seat]], most_steps: int = MOST_STEPS) -> tuple[Seat, ...] | None:
    """One seat of each round for the extra pair; None where none is found.

    It meets nobody twice, plays no set twice and sends nobody away twice. Rounds with the fewest seats left are decided
    first. Seats that are left are bits of a number for each round.
    """
    numbers = sorted(seats)
    excluded = _exclusions(seats, numbers)
    steps = 0

    def choose(left: dict[int, int], taken: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        nonlocal steps
        if not left:
            return taken
        number = min(left, key=lambda each: left[each].bit_count())
        bits = left[number]
        while bits:
            index = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            steps += 1
            if steps > most_steps:
                raise _TooLong
            gone = excluded[number, index]
            rest = {other: kept & ~gone[other] for other, kept in left.items() if other != number}
            if all(rest.values()):
                found = choose(rest, (*taken, seats[number][index]))
                if found is not None:
                    return found
        return None

    try:
        whole = {number: (1 << len(seats[number])) - 1 for number in numbers}
        return choose(whole, ()) if all(whole.values()) else None
    except _TooLong:
        return None


def bumped(movement: Movement, taken: Iterable[Seat], rover: int, kind: str) -> Movement:
    """The movement in which the rover sits in the seats that it has taken."""
    places = {row[:2]: pair for row, pair, _ in taken}
    rows = [row.renamed(places[row[:2]], rover) if row[:2] in places else row for row in movement.rows]
    return replace(movement, kind=kind, rows=tuple(rows), full=False)


def _exclusions(seats: Mapping[int, Sequence[Seat]], numbers: Sequence[int]) -> dict[tuple[int, int], dict[int, int]]:
    """For each seat, the seats of each round that cannot be taken beside it."""
    holders: dict[object, dict[int, int]] = {}
    for number in numbers:
        for index, (row, sent, met) in enumerate(seats[number]):
            for what in (("sent", sent), ("met", met), ("set", row.set)):
                of_rounds = holders.setdefault(what, dict.fromkeys(numbers, 0))
                of_rounds[number] |= 1 << index
    return {
        (number, index): {
            other: holders["sent", sent][other] | holders["met", met][other] | holders["set", row.set][other]
            for other in numbers
        }
        for number in numbers
        for index, (row, sent, met) in enumerate(seats[number])
    }
