"""A pair that comes when play has begun."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, cheapest, proposed
from scoring.movements.check import BrokenMovement
from scoring.movements.plan import Movement, Stay, pair_row
from scoring.movements.roving import Seat, bumped, open_seats, roving
from scoring.said import said

MOST_STEPS: Final = 1_500
"""Of one search; enough for a rover from round 2, 3 or 4 on at 5 to 15 tables, as the tests show."""

_EXTRA_TABLE: Final = "Pair {pair} plays at an extra table, which has sets of its own."
_MEETS_IDLE: Final = (
    "Pair {pair} meets those who would sit out, and plays at an extra table, which has sets of its own."
)


def late_pair(movement: Movement, from_round: int) -> tuple[Proposal, ...]:
    """Ways to let one more pair play from a round on, the cheapest first.

    Raises:
        InvalidMovement: for a movement that is not one of pairs, a round that it has not, and where nothing is found.
    """
    if movement.form != "pairs":
        raise InvalidMovement("A late pair joins a movement of pairs.", field="form")
    if not 2 <= from_round <= movement.rounds:
        message = said("A late pair joins from round 2 to {last}, the last.", last=movement.rounds)
        raise InvalidMovement(message, field="late-from")
    found = cheapest(_ways(movement, from_round))
    if not found:
        form = "No way is found for one more pair from round {round} on without breaking a rule."
        raise InvalidMovement(said(form, round=from_round), field="late-from")
    return found


def _ways(movement: Movement, from_round: int) -> Iterator[Proposal]:
    late = _free_number(movement)
    base = replace(movement, stays=(*movement.stays, Stay(late, from_round, movement.rounds)), full=False)
    filled = _filled(base, from_round, late)
    ways = [(said("Pair {pair} fills the empty seats.", pair=late), filled)] if filled else []
    first = None if filled else _roving(base, from_round, late)
    ways += [(said("Pair {pair} is a rover.", pair=late), first)] if first else []
    if not ways:
        later = _roving(base, from_round + 1, late)
        text = said("Pair {pair} is a rover, and sits out round {round}.", pair=late, round=from_round)
        ways += [(text, later)] if later else []
    ways += [(said(_MEETS_IDLE, pair=late), way) for way in _with_those_who_sit_out(base, from_round, late)]
    ways += [(said(_EXTRA_TABLE, pair=late), way) for way in _extra(base, from_round, late)]
    for text, after in ways:
        try:
            yield proposed("late pair", text, movement, after, from_round)
        except BrokenMovement:
            continue


def _free_number(movement: Movement) -> int:
    """The number that nobody has had, for which seats are empty; else the next."""
    missing = set(range(1, 2 * movement.tables + 1)) - set(movement.entries)
    return min(missing, default=max(movement.entries, default=0) + 1)


def _filled(movement: Movement, from_round: int, late: int) -> Movement | None:
    """The movement with the pair in the seats of nobody, if there are some."""
    if all(row.is_played for row in movement.from_round(from_round)):
        return None
    rows = (row if row.round < from_round else row.renamed(None, late) for row in movement.rows)
    return movement.with_rows(rows)


def _roving(movement: Movement, from_round: int, late: int) -> Movement | None:
    """The movement with the pair as a rover."""
    spared = set() if movement.sits_twice else {entry for _, entry in movement.sit_outs}
    seats = {
        number: [seat for seat in found if seat.sent not in spared]
        for number, found in _seats(movement, from_round).items()
    }
    taken = roving(seats, MOST_STEPS)
    return None if not taken else bumped(movement, taken, late, movement.kind)


def _seats(movement: Movement, from_round: int) -> dict[int, list[Seat]]:
    """The seats that can be taken: North-South, and if too few pairs stay there and all rank together, any."""
    rows = movement.from_round(from_round)
    seats = open_seats(rows)
    tables: dict[int, set[int]] = {}
    for seat in chain.from_iterable(seats.values()):
        tables.setdefault(seat.sent, set()).add(seat.row.table)
    staying = sum(len(found) == 1 for found in tables.values())
    if movement.winners == 2 or staying >= len(seats):
        return seats
    for number, others in open_seats(rows, east=True).items():
        seats[number] += others
    return seats


def _with_those_who_sit_out(movement: Movement, from_round: int, late: int) -> Iterator[Movement]:
    """Yield the movement with one more table, at which the pair meets whoever has no table, in the order of rounds."""
    seated = {(row.round, entry) for row in movement.rows for entry in row.seated}
    idle = dict(reversed([each for each in movement.sit_outs if each[0] >= from_round and each not in seated]))
    if not idle:
        return
    stays_north = {row.ns for row in movement.rows if not row.turned}
    rows = []
    for number, (of_round, entry) in enumerate(sorted(idle.items()), 1):
        both = (entry, late) if entry in stays_north else (late, entry)
        rows.append(pair_row(of_round, movement.tables + 1, *both, movement.sets + number))
    yield replace(movement.with_rows([*movement.rows, *rows]), set_count=movement.sets + len(rows))


def _extra(movement: Movement, from_round: int, late: int) -> Iterator[Movement]:
    """Yield the movement with one more table: each round another pair comes there, and its opponents sit out."""
    new, table = movement.sets - from_round + 1, movement.tables + 1
    spared = {entry for _, entry in movement.sit_outs}
    seats = {
        number: [seat._replace(row=seat.row._replace(set=new + number)) for seat in found if seat.sent not in spared]
        for number, found in open_seats(movement.from_round(from_round)).items()
    }
    taken = roving(seats, MOST_STEPS)
    if taken is None:
        return
    empty = {seat.row[:2]: seat.met for seat in taken}
    rows = [row.renamed(empty[row[:2]], None) if row[:2] in empty else row for row in movement.rows]
    rows += (pair_row(seat.row.round, table, late, seat.met, seat.row.set) for seat in taken)
    yield replace(movement.with_rows(rows), set_count=movement.sets + len(taken))
