"""A round more or less than planned."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, breaches_from, proposed
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.plan import Movement, Row
from scoring.movements.ring import double_hesitation, hesitation
from scoring.said import Forms, counted, said

_LONGER: Final[Mapping[str, tuple[Callable[..., Movement], ...]]] = {
    "mitchell": (mitchell, partial(mitchell, even="share")),
    "howell": (howell,),
    "hesitation": (hesitation,),
    "double hesitation": (double_hesitation,),
}
_PLAYED: Final = Forms("{played} round is played already.", "{played} rounds are played already.")
_INSTEAD: Final = Forms(
    "There is {rounds} round instead of {planned}.", "There are {rounds} rounds instead of {planned}."
)
_LEFT: Final = {
    "pairs": (
        "No round is added once a pair has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
    "teams": (
        "No round is added once a team has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
    "individual": (
        "No round is added once a player has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
}


def other_rounds(
    movement: Movement, rounds: int, from_round: int, *, seen: Set[tuple[int, int]] = frozenset()
) -> Proposal:
    """The same movement with another number of rounds, of which those before ``from_round`` are played.

    ``seen`` has entries, each with a set of boards whose cards or results it may have seen: none is added in which one
    of them would play that set.

    Raises:
        InvalidMovement: for fewer rounds than are played; where a round more cannot be made; and for more rounds after
            an entry has left, for its scores stand or are cancelled by the number of rounds.
    """
    if rounds < from_round - 1 or rounds < 1:
        played = from_round - 1
        raise InvalidMovement(counted(played, _PLAYED, played=played), field="rounds")
    left = next((stay for stay in movement.stays if stay.last < movement.rounds), None)
    if rounds > movement.rounds and left is not None:
        raise InvalidMovement(said(_LEFT[movement.form], number=left.entry, round=left.last), field="rounds")
    stays = tuple(
        stay._replace(last=rounds if stay.last == movement.rounds else min(stay.last, rounds))
        for stay in movement.stays
        if stay.first <= rounds
    )
    plan = replace(movement, stays=stays)
    if rounds < movement.rounds:
        plan = replace(plan, rows=tuple(row for row in plan.rows if row.round <= rounds), full=False)
    while plan.rounds < rounds:
        plan = _one_more(plan, seen)
    plan = _turned_at_the_end(plan, [row for row in movement.rows if row.turned], from_round)
    text = counted(rounds, _INSTEAD, rounds=rounds, planned=movement.rounds)
    return proposed("rounds", text, movement, plan, max(from_round, 1))


def _one_more(movement: Movement, seen: Set[tuple[int, int]]) -> Movement:
    """The movement with one more round.

    Raises:
        InvalidMovement: where there is none.
    """
    number, was_seen = movement.rounds + 1, False
    for rows, shared in _next_rounds(movement):
        for seats in _with_everybody(movement, rows):
            longer = replace(movement, rows=(*movement.rows, *seats), shared=movement.shared | shared)
            if breaches_from(longer, number):
                continue
            if seen.isdisjoint((entry, row.set) for row in seats if row.is_played for entry in row.seated):
                return longer
            was_seen = True
    if was_seen:
        form = "In a round after round {last} somebody would play boards that they may have seen."
    else:
        form = "After round {last} there is none in which nobody meets or plays anything again."
    raise InvalidMovement(said(form, last=movement.rounds), field="rounds")


def _with_everybody(movement: Movement, rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    """Yield the rows with a pair that has no table in the North-South seats of others in turn, then without it."""
    seated = {entry for row in rows for entry in row.seated}
    idle = [entry for entry in movement.entries if entry not in seated]
    for entry in idle[:1]:
        for at, row in enumerate(rows):
            yield (*rows[:at], row.renamed(row.ns, entry), *rows[at + 1 :])
    yield rows


def _next_rounds(movement: Movement) -> Iterator[tuple[tuple[Row, ...], frozenset[tuple[int, int]]]]:
    """Yield rounds that may follow, and what they share: the movement's own, else E-W and sets go some tables on."""
    number, tables = movement.rounds + 1, movement.tables
    for make in _LONGER.get(movement.kind, ()):
        try:
            longer = make(tables, rounds=number)
        except InvalidMovement:
            continue
        gone = set(longer.entries) - set(movement.entries)
        rows = longer.by_round[number]
        for entry in gone:
            rows = tuple(row.renamed(entry, None) for row in rows)
        yield rows, longer.shared
    last = tuple(row.with_turn() if row.turned else row for row in movement.by_round[movement.rounds])
    size = len(last)
    for on, down in product(range(1, size), repeat=2):
        moving = (last[(index - on) % size] for index in range(size))
        rows = tuple(
            row._replace(round=number, east=come.east, west=come.west, set=last[(index + down) % size].set)
            for index, (row, come) in enumerate(zip(last, moving, strict=True))
        )
        yield rows, frozenset()


def _turned_at_the_end(movement: Movement, turned: Sequence[Row], from_round: int) -> Movement:
    """The movement with as many turned rounds as before, those to come at the end."""
    to_come = len({row.round for row in turned}) - len({row.round for row in turned if row.round < from_round})
    first = movement.rounds - to_come + 1
    tables = {row.table for row in turned}
    rows = [
        row.with_turn()
        if row.round >= from_round and row.table in tables and row.turned != (row.round >= first)
        else row
        for row in movement.rows
    ]
    return movement.with_rows(rows)
