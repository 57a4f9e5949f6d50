"""Rounds that were played otherwise than planned: wrong seats, or the wrong boards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, breaches_from, cheapest, proposed
from scoring.movements.check import Breach
from scoring.movements.plan import Movement, Row, in_order
from scoring.said import said

MOST_TRIES: Final = 400


def as_played(movement: Movement, rows: Iterable[Row]) -> Movement:
    """The movement with rows as they were played, in place of those of the same rounds and tables.

    Raises:
        InvalidMovement: for a round or table that the movement has not.
    """
    told = {row[:2]: row for row in rows}
    for number, table in told.keys() - {row[:2] for row in movement.rows}:
        message = said("The movement has no table {table} in round {round}.", table=table, round=number)
        raise InvalidMovement(message, field="rows")
    changed = in_order(told.get(row[:2], row) for row in movement.rows)
    return replace(movement, rows=changed, full=False)


def collisions(movement: Movement, rows: Iterable[Row], next_round: int) -> tuple[Breach, ...]:
    """Breaches in the rounds to come that follow from rows as they were played."""
    return breaches_from(as_played(movement, rows), next_round)


def misplayed(movement: Movement, rows: Iterable[Row], next_round: int) -> tuple[Proposal, ...]:
    """Ways to go on after rows were played otherwise, from the next round that is not begun, the cheapest first.

    Raises:
        InvalidMovement: for rows of rounds to come, or of a round or table that the movement has not; and of teams,
            where the other room is to play the same, and only a ruling helps.
    """
    if movement.form == "teams":
        raise InvalidMovement("With teams the other room plays the same sets: here only a ruling helps.", field="form")
    found = tuple(rows)
    if any(row.round >= next_round for row in found):
        raise InvalidMovement(said("What was played lies before round {round}.", round=next_round), field="rows")
    after = as_played(movement, found)
    if not breaches_from(after, next_round):
        nothing = said("Nothing follows from it: the plan goes on.")
        return (proposed("as played", nothing, after, after, next_round),)
    exchange = said("From now on they go on in each other’s place.")
    sets = said("Other sets are played where somebody would play one again.")
    ways = (
        ("exchange", exchange, _exchanged(after, movement, next_round)),
        ("sets", sets, _other_sets(after, next_round)),
    )
    proposals = [proposed(kind, text, after, way, next_round) for kind, text, way in ways if way is not None]
    return cheapest([*proposals, _artificial(after, next_round)])


def _exchanged(after: Movement, planned: Movement, next_round: int) -> Movement | None:
    """The movement in which two that sat in each other's place stay there."""
    wrong = {row[:2]: row for row in {*after.rows} - {*planned.rows}}
    place = {row[:2]: row for row in planned.rows}
    strayed = sorted({entry for key, row in wrong.items() for entry in {*row.seated} ^ {*place[key].seated}})
    for one, other in combinations(strayed, 2):
        rows = [
            row.renamed(one, -1).renamed(other, one).renamed(-1, other) if row.round >= next_round else row
            for row in after.rows
        ]
        found = after.with_rows(rows)
        if not breaches_from(found, next_round):
            return found
    return None


def _other_sets(after: Movement, next_round: int) -> Movement | None:
    """The movement in which those rows have another set that would have been played again."""
    tries = 0

    def mended(movement: Movement) -> Movement | None:
        nonlocal tries
        breaches = breaches_from(movement, next_round)
        if not breaches:
            return movement
        if any(breach.rule != "M3" for breach in breaches):
            return None
        for candidate in _candidates(movement, breaches[0]):
            tries += 1
            if tries > MOST_TRIES:
                return None
            if len(breaches_from(candidate, next_round)) < len(breaches):
                found = mended(candidate)
                if found is not None:
                    return found
        return None

    return mended(after)


def _candidates(movement: Movement, breach: Breach) -> Iterator[Movement]:
    """Yield movements in which the row of a breach has another set: free, of another table, or shared with it."""
    rows = movement.by_round[breach.round or 0]
    row = next(each for each in rows if each.table == breach.table)
    others = [each for each in movement.rows if each != row]
    known = {each.set for each in others if {*each.seated} & {*row.seated} and each.is_played}
    users = {each.set: each for each in rows if each is not row}
    fresh = sorted(set(range(1, movement.sets + 1)) - known)
    for boards in sorted(fresh, key=lambda each: each in users):
        new = row._replace(set=boards)
        if boards not in users:
            yield movement.with_rows([*others, new])
            continue
        swapped = users[boards]._replace(set=row.set)
        yield movement.with_rows([*(each for each in others if each != users[boards]), new, swapped])
    for boards in fresh:
        if boards in users:
            shared = movement.shared | {(row.round, boards)}
            yield replace(movement.with_rows([*others, row._replace(set=boards)]), shared=shared)


def _artificial(after: Movement, next_round: int) -> Proposal:
    """The proposal that leaves out what cannot be played."""
    left_out = {(breach.round, breach.table) for breach in breaches_from(after, next_round)}
    kept = tuple(row for row in after.rows if row[:2] not in left_out)
    way = replace(after, rows=kept, sits_twice=True)
    text = said("What somebody would play or meet again is not played, and gets an artificial score.")
    found = proposed("artificial", text, after, way, next_round)
    dropped = [row for row in after.rows if row[:2] in left_out]
    unplayed = {(row.round, entry) for row in dropped for entry in row.seated}
    paid = found.price
    sit_outs = tuple(each for each in paid.sit_outs if each not in unplayed)
    return found._replace(price=paid._replace(sit_outs=sit_outs, artificial=tuple(row[:2] for row in dropped)))
