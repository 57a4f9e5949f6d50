"""Rounds that were played otherwise than planned, with entries in wrong seats or with wrong boards."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import (
    Proposal,
    breaches_from,
    cheapest,
    proposed,
)
from scoring.movements.check import Breach
from scoring.movements.plan import Movement, MovementRow, in_order
from scoring.said import said

MOST_TRIES: Final = 400


def as_played(movement: Movement, rows: Iterable[MovementRow]) -> Movement:
    """The movement with the ``rows`` that were played in place of the planned rows of their rounds and tables.

    Raises:
        InvalidMovement: for a round or table that the movement does not have.
    """
    played = {row[:2]: row for row in rows}
    planned = {row[:2] for row in movement.rows}
    for number, table in played.keys() - planned:
        message = said(
            "The movement has no table {table} in round {round}.",
            table=table,
            round=number,
        )
        raise InvalidMovement(message, field="rows")
    changed = in_order(played.get(row[:2], row) for row in movement.rows)
    return replace(movement, rows=changed, full=False)


def misplayed(
    movement: Movement, rows: Iterable[MovementRow], next_round: int
) -> tuple[Proposal, ...]:
    """Proposals to play on after ``rows`` were played in place of the planned rows, the cheapest proposal first.

    ``rows`` say who sat at a table in a round, with which boards. ``next_round`` is the first round not yet begun.

    Raises:
        InvalidMovement: for rows of rounds to come, or of a round or table that the movement does not have; and for
            teams, where the other room must play the same sets, so that only a ruling helps.
    """
    if movement.form == "teams":
        raise InvalidMovement(
            "With teams the other room plays the same sets: here only a ruling helps.",
            field="form",
        )

    played = tuple(rows)
    if any(row.round >= next_round for row in played):
        raise InvalidMovement(
            said("What was played lies before round {round}.", round=next_round),
            field="rows",
        )

    after = as_played(movement, played)
    if not breaches_from(after, next_round):
        text = said("Nothing follows from it: the plan goes on.")
        return (proposed("as played", text, after, after, next_round),)

    proposals = []
    exchanged = _exchanged(after, movement, next_round)
    if exchanged is not None:
        text = said("From now on they go on in each other’s place.")
        proposals.append(proposed("exchange", text, after, exchanged, next_round))

    with_other_sets = _other_sets(after, next_round)
    if with_other_sets is not None:
        text = said("Other sets are played where somebody would play one again.")
        proposals.append(proposed("sets", text, after, with_other_sets, next_round))

    proposals.append(_artificial(after, next_round))
    return cheapest(proposals)


def _exchanged(after: Movement, planned: Movement, next_round: int) -> Movement | None:
    """The movement in which two entries that exchanged seats by mistake keep the exchanged seats in the rounds to come.

    None if no such movement keeps the rules.
    """
    as_planned = {row[:2]: row for row in planned.rows}
    strayed: set[int] = set()
    for row in after.rows:
        strayed |= {*row.seated} ^ {*as_planned[row[:2]].seated}

    for one, other in combinations(sorted(strayed), 2):
        rows = list(after.before(next_round))
        for row in after.from_round(next_round):
            rows.append(row.renamed(one, -1).renamed(other, one).renamed(-1, other))
        exchanged = after.with_rows(rows)
        if not breaches_from(exchanged, next_round):
            return exchanged

    return None


def _other_sets(after: Movement, next_round: int) -> Movement | None:
    """The movement with another set wherever an entry would play a set again; None if no such movement is found."""
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
                whole = mended(candidate)
                if whole is not None:
                    return whole

        return None

    return mended(after)


def _candidates(movement: Movement, breach: Breach) -> Iterator[Movement]:
    """Yield movements in which the row of a breach has a set that none of its entries plays in another row.

    Sets that no table plays in this round come first, then sets exchanged with another table,
    then sets shared with another table.
    """
    rows = movement.by_round[breach.round or 0]
    row = next(row for row in rows if row.table == breach.table)
    others = [other for other in movement.rows if other != row]
    known = set()
    for other in others:
        if other.is_played and not {*other.seated}.isdisjoint(row.seated):
            known.add(other.set)

    unknown = sorted(set(range(1, movement.sets + 1)) - known)
    users = {}
    for other in rows:
        if other is not row:
            users[other.set] = other
    in_use = []
    for boards in unknown:
        if boards in users:
            in_use.append(boards)
        else:
            yield movement.with_rows([*others, row._replace(set=boards)])

    for boards in in_use:
        user = users[boards]
        rest = [other for other in others if other != user]
        yield movement.with_rows(
            [*rest, row._replace(set=boards), user._replace(set=row.set)]
        )

    for boards in in_use:
        shared = movement.shared | {(row.round, boards)}
        yield replace(
            movement.with_rows([*others, row._replace(set=boards)]), shared=shared
        )


def _artificial(after: Movement, next_round: int) -> Proposal:
    """The proposal that tables which would break a rule do not play, and get artificial scores."""
    broken = set()
    for breach in breaches_from(after, next_round):
        broken.add((breach.round, breach.table))
    kept: list[MovementRow] = []
    artificial: list[tuple[int, int]] = []
    unplayed: set[tuple[int, int]] = set()
    for row in after.rows:
        if row[:2] not in broken:
            kept.append(row)
            continue
        artificial.append((row.round, row.table))
        unplayed.update((row.round, entry) for entry in row.seated)

    way = replace(after, rows=tuple(kept), sits_twice=True)
    text = said(
        "What somebody would play or meet again is not played, and gets an artificial score."
    )
    proposal = proposed("artificial", text, after, way, next_round)
    sit_outs = tuple(key for key in proposal.price.sit_outs if key not in unplayed)
    price = proposal.price._replace(sit_outs=sit_outs, artificial=tuple(artificial))
    return proposal._replace(price=price)
