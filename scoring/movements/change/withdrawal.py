"""A pair, team or player that leaves before the end."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, breaches_from, cheapest, proposed
from scoring.movements.plan import SWISS, Movement, Row, Stay
from scoring.said import Said, said


def withdrawal(movement: Movement, entry: int, from_round: int) -> tuple[Proposal, ...]:
    """Ways to go on without an entry from a round on, the cheapest first.

    Raises:
        InvalidMovement: for an entry or round that there is not, and of teams and individuals, where one who leaves
            takes the others' game along.
    """
    if movement.form != "pairs":
        raise InvalidMovement("Only in a movement of pairs can one leave and the others go on.", field="form")
    if entry not in movement.entries:
        raise InvalidMovement(said("There is no pair {number}.", number=entry), field="entry")
    if not 1 <= from_round <= movement.rounds:
        raise InvalidMovement(said("The rounds are 1 to {last}.", last=movement.rounds), field="from_round")
    alone = _left_alone(movement, entry, from_round)
    scores = scores_of(movement, entry, from_round)
    form = "The seats of pair {number} stay empty, and its opponents sit out. {scores}"
    text = said(form, number=entry, scores=scores)
    ways = [proposed("withdrawal", text, movement, alone, from_round)]
    joined = _joined(alone, from_round)
    if joined is not None:
        text = said("Two pairs that would both sit out play each other. {scores}", scores=scores)
        ways.append(proposed("withdrawal", text, movement, joined, from_round))
    return cheapest(ways)


def scores_of(movement: Movement, entry: int, from_round: int) -> Said:
    """The sentence about what an entry has played: it counts from half of the session on."""
    form = (
        "It has played {played} of {rounds} rounds: its scores stand, and those who would still meet it get average "
        "plus."
        if scores_stand(movement, entry, from_round)
        else "It has played {played} of {rounds} rounds, less than half: its scores are cancelled."
    )
    return said(form, played=_rounds_of(movement, entry, from_round), rounds=movement.rounds)


def scores_stand(movement: Movement, entry: int, from_round: int) -> bool:
    """Whether what an entry that leaves before a round has played counts: from half of the session on.

    Of a Swiss always: the others were drawn by it.
    """
    return movement.kind == SWISS or 2 * _rounds_of(movement, entry, from_round) >= movement.rounds


def _rounds_of(movement: Movement, entry: int, from_round: int) -> int:
    return sum(row.round < from_round and row.is_played and entry in row.seated for row in movement.rows)


def _left_alone(movement: Movement, entry: int, from_round: int) -> Movement:
    left = movement.without(entry, from_round)
    rows = tuple(row for row in left.rows if row.seated or row.round < from_round)
    stays = [stay for stay in movement.stays if stay.entry != entry]
    first = next((stay.first for stay in movement.stays if stay.entry == entry), 1)
    if first < from_round:
        stays.append(Stay(entry, first, from_round - 1))
    after = replace(left, rows=rows, stays=tuple(stays), full=False)
    return replace(after, sits_twice=after.sits_twice or bool(breaches_from(after, from_round)))


def _joined(movement: Movement, from_round: int) -> Movement | None:
    """The movement with every two that sit out in one round and may meet at one table; None where there are none."""
    current = movement
    for number in range(from_round, movement.rounds + 1):
        halves = [row for row in current.by_round[number] if len(row.seated) == 1]
        for one, other in combinations(halves, 2):
            fitting = next(
                (found for found in _meetings(current, one, other) if not breaches_from(found, number)), None
            )
            if fitting is not None:
                current = fitting
                break
    return None if current is movement else current


def _meetings(movement: Movement, one: Row, other: Row) -> Iterator[Movement]:
    """Yield the movements in which two that sit alone meet: at the table of either, with its set."""
    for stays, comes in ((one, other), (other, one)):
        rows = [row for row in movement.rows if row not in (one, other)]
        yield movement.with_rows([*rows, stays.renamed(None, comes.seated[0])])
