"""A late pair: a pair that arrives after play has begun."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, cheapest, proposed
from scoring.movements.check import BrokenMovement
from scoring.movements.plan import Movement, Stay, pair_row
from scoring.movements.roving import RoverSeat, bumped, open_seats, roving
from scoring.said import Said, said

MOST_STEPS: Final = 1_500
"""The most steps of one search for seats of a rover.

The tests show that so many steps are enough at 5 to 15 tables, if the rover begins in round 2, 3 or 4.
"""

_Seats = dict[int, list[RoverSeat]]
"""The seats of each round that a rover can take."""
_EXTRA_TABLE: Final = "Pair {pair} plays at an extra table, which has sets of its own."
_MEETS_IDLE: Final = (
    "Pair {pair} meets those who would sit out, and plays at an extra table,"
    " which has sets of its own."
)


def late_pair(movement: Movement, from_round: int) -> tuple[Proposal, ...]:
    """Proposals to let one more pair play from a round on, the cheapest proposal first.

    Raises:
        InvalidMovement: for a movement that is not of pairs, for a round outside 2 to the last, and if no way is found.
    """
    if movement.form != "pairs":
        raise InvalidMovement("A late pair joins a movement of pairs.", field="form")
    if not 2 <= from_round <= movement.rounds:
        message = said(
            "A late pair joins from round 2 to {last}, the last.", last=movement.rounds
        )
        raise InvalidMovement(message, field="late-from")

    proposals = []
    for text, after in _ways(movement, from_round):
        with suppress(BrokenMovement):
            proposals.append(proposed("late pair", text, movement, after, from_round))

    if not proposals:
        form = "No way is found for one more pair from round {round} on without breaking a rule."
        raise InvalidMovement(said(form, round=from_round), field="late-from")

    return cheapest(proposals)


def _ways(movement: Movement, from_round: int) -> Iterator[tuple[Said, Movement]]:
    """Yield each way to seat the late pair, in words, with the movement that results; the movement may break rules."""
    late = _free_number(movement)
    stay = Stay(late, from_round, movement.rounds)
    base = replace(movement, stays=(*movement.stays, stay), full=False)
    yield from _in_seats(base, from_round, late)
    for_idle = _with_those_who_sit_out(base, from_round, late)
    if for_idle is not None:
        yield said(_MEETS_IDLE, pair=late), for_idle

    extra = _extra(base, from_round, late)
    if extra is not None:
        yield said(_EXTRA_TABLE, pair=late), extra


def _in_seats(
    movement: Movement, from_round: int, late: int
) -> Iterator[tuple[Said, Movement]]:
    """Yield one way to seat the pair ``late``, in words, with its movement; nothing if no way is found.

    The first possible way is taken: the pair fills empty seats, roves, or roves from one round later on.
    """
    filled = _filled(movement, from_round, late)
    if filled is not None:
        yield said("Pair {pair} fills the empty seats.", pair=late), filled
        return

    rover = _roving(movement, from_round, late)
    if rover is not None:
        yield said("Pair {pair} is a rover.", pair=late), rover
        return

    rover = _roving(movement, from_round + 1, late)
    if rover is not None:
        yield (
            said(
                "Pair {pair} is a rover, and sits out round {round}.",
                pair=late,
                round=from_round,
            ),
            rover,
        )


def _free_number(movement: Movement) -> int:
    """The lowest free pair number up to twice the number of tables; if none is free, one above the highest number."""
    missing = set(range(1, 2 * movement.tables + 1)) - set(movement.entries)
    return min(missing, default=max(movement.entries, default=0) + 1)


def _filled(movement: Movement, from_round: int, late: int) -> Movement | None:
    """The movement with the late pair in all empty seats; None if no seat is empty."""
    to_come = movement.from_round(from_round)
    if all(row.is_played for row in to_come):
        return None
    filled = [row.renamed(None, late) for row in to_come]
    return movement.with_rows([*movement.before(from_round), *filled])


def _roving(movement: Movement, from_round: int, late: int) -> Movement | None:
    """The movement with the late pair as a rover; None if no rover is found."""
    seats = _seats(movement, from_round)
    if not movement.sits_twice:
        seats = _without_sit_outs(seats, movement)
    taken = roving(seats, MOST_STEPS)
    if not taken:
        return None
    return bumped(movement, taken, late, movement.kind)


def _without_sit_outs(seats: _Seats, movement: Movement) -> _Seats:
    """The seats from which the rover sends away no pair that sits out in another round."""
    spared = {entry for _, entry in movement.sit_outs}
    rest = {}
    for number, of_round in seats.items():
        rest[number] = [seat for seat in of_round if seat.sent not in spared]
    return rest


def _seats(movement: Movement, from_round: int) -> _Seats:
    """The seats of each round that the rover can take: North-South, or any seat.

    East-West seats are added if too few pairs stay North-South and all pairs are ranked in one list.
    """
    rows = movement.from_round(from_round)
    seats = open_seats(rows)
    tables: dict[int, set[int]] = {}
    for seat in chain.from_iterable(seats.values()):
        tables.setdefault(seat.sent, set()).add(seat.row.table)

    staying = sum(len(of_pair) == 1 for of_pair in tables.values())
    if movement.winners == 2 or staying >= len(seats):
        return seats

    for number, others in open_seats(rows, east=True).items():
        seats[number] += others

    return seats


def _with_those_who_sit_out(
    movement: Movement, from_round: int, late: int
) -> Movement | None:
    """The movement with one more table. There the late pair meets, in each round, the first pair without a table.

    None if every pair has a table in every round.
    """
    idle: dict[int, int] = {}
    for number, rows in movement.by_round.items():
        seated: set[int] = set()
        for row in rows:
            seated.update(row.seated)
        for of_round, entry in movement.sit_outs:
            if of_round == number >= from_round and entry not in seated:
                idle.setdefault(number, entry)

    if not idle:
        return None

    stay_north = {row.ns for row in movement.rows if not row.turned}
    table = movement.tables + 1
    added = []
    for boards, (number, entry) in enumerate(idle.items(), movement.sets + 1):
        ns, ew = (entry, late) if entry in stay_north else (late, entry)
        added.append(pair_row(number, table, ns, ew, boards))

    longer = movement.with_rows([*movement.rows, *added])
    return replace(longer, set_count=movement.sets + len(added))


def _extra(movement: Movement, from_round: int, late: int) -> Movement | None:
    """The movement with one more table, at which the late pair ``late`` plays from ``from_round`` on.

    In each of these rounds another pair comes to that table, and the opponents of that pair sit out. Returns None if
    no such pairs are found.
    """
    seats = _without_sit_outs(open_seats(movement.from_round(from_round)), movement)
    for number, of_round in seats.items():
        new_set = movement.sets + 1 + number - from_round
        seats[number] = [
            seat._replace(row=seat.row._replace(set=new_set)) for seat in of_round
        ]

    taken = roving(seats, MOST_STEPS)
    if taken is None:
        return None

    leaves = {seat.row[:2]: seat.met for seat in taken}
    rows = []
    for row in movement.rows:
        if row[:2] in leaves:
            row = row.renamed(leaves[row[:2]], None)
        rows.append(row)

    for seat in taken:
        rows.append(
            pair_row(seat.row.round, movement.tables + 1, late, seat.met, seat.row.set)
        )

    return replace(movement.with_rows(rows), set_count=movement.sets + len(taken))
