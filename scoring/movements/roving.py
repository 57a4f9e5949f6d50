"""Seats for a rover, an extra pair that takes seats of other pairs, found by a search with a limit of steps."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.movements.plan import Movement, MovementRow

MOST_STEPS: Final = 20_000


class _TooLong(Exception):
    """Raised if the search for seats of a rover takes more steps than allowed."""


class RoverSeat(NamedTuple):
    """A seat that the rover can take: the row, the pair that it sends away, and the pair that it meets there."""

    row: MovementRow
    sent: int
    met: int


def open_seats(
    rows: Iterable[MovementRow], *, east: bool = False
) -> dict[int, list[RoverSeat]]:
    """The seats of each round that a rover can take: the North-South seats, or with ``east`` the East-West seats."""
    open_: dict[int, list[RoverSeat]] = {}
    for row in rows:
        seats = open_.setdefault(row.round, [])
        sent, met = row.ns, row.ew
        if row.turned != east:
            sent, met = met, sent
        if sent is not None and met is not None:
            seats.append(RoverSeat(row, sent, met))
    return open_


def roving(
    seats: Mapping[int, Sequence[RoverSeat]], most_steps: int = MOST_STEPS
) -> tuple[RoverSeat, ...] | None:
    """A seat in each round for the rover, from the ``seats`` of each round; None if the search finds none.

    The rover meets no pair twice, plays no set twice and sends no pair away twice. Also None if the search takes
    more than ``most_steps`` steps.
    """
    numbers = sorted(seats)
    excluded = _exclusions(seats, numbers)
    steps = 0

    def choose(
        left: dict[int, int], taken: tuple[RoverSeat, ...]
    ) -> tuple[RoverSeat, ...] | None:
        nonlocal steps
        if not left:
            return taken

        number = min(left, key=lambda of_round: left[of_round].bit_count())
        bits = left[number]
        while bits:
            index = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            steps += 1
            if steps > most_steps:
                raise _TooLong
            gone = excluded[number, index]
            rest = {
                other: kept & ~gone[other]
                for other, kept in left.items()
                if other != number
            }
            if all(rest.values()):
                chosen = choose(rest, (*taken, seats[number][index]))
                if chosen is not None:
                    return chosen

        return None

    whole = {number: (1 << len(seats[number])) - 1 for number in numbers}
    if not all(whole.values()):
        return None

    try:
        return choose(whole, ())
    except _TooLong:
        return None


def bumped(
    movement: Movement, taken: Iterable[RoverSeat], rover: int, kind: str
) -> Movement:
    """The movement of the kind ``kind`` in which the pair ``rover`` plays in the seats ``taken``."""
    sent = {seat.row[:2]: seat.sent for seat in taken}
    rows = []
    for row in movement.rows:
        if row[:2] in sent:
            row = row.renamed(sent[row[:2]], rover)
        rows.append(row)
    return replace(movement, kind=kind, rows=tuple(rows), full=False)


def _exclusions(
    seats: Mapping[int, Sequence[RoverSeat]], numbers: Sequence[int]
) -> dict[tuple[int, int], dict[int, int]]:
    """The seats that each seat excludes, by round. A seat is named by its round and its index in that round.

    The excluded seats of one round are written as one whole number: bit i is set if the seat with the index i is
    excluded. Two seats exclude each other if in both the rover would send away the same pair, meet the same pair, or
    play the same set.
    """
    # The seats of each round that send one pair away, that meet one pair, or that play one set.
    alike: dict[tuple[str, int], dict[int, int]] = {}
    for number in numbers:
        for index, seat in enumerate(seats[number]):
            for trait in _traits(seat):
                of_rounds = alike.setdefault(trait, dict.fromkeys(numbers, 0))
                of_rounds[number] |= 1 << index

    excluded = {}
    for number in numbers:
        for index, seat in enumerate(seats[number]):
            sent, met, boards = (alike[trait] for trait in _traits(seat))
            excluded[number, index] = {
                other: sent[other] | met[other] | boards[other] for other in numbers
            }

    return excluded


def _traits(seat: RoverSeat) -> tuple[tuple[str, int], ...]:
    """The facts of a seat that a rover may have only once: the pair it sends away, the pair it meets, and the set."""
    return ("sent", seat.sent), ("met", seat.met), ("set", seat.row.set)
