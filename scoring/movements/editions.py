"""Editions: a plan that was changed while it was played says, from some round on, which rows count."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.movements.check import Breach, check
from scoring.movements.plan import Movement, Row, in_order
from scoring.said import said


class Edition(NamedTuple):
    """One decision: from a round on, these rows."""

    from_round: int
    rows: tuple[Row, ...]
    reason: str = ""
    shared: frozenset[tuple[int, int]] = frozenset()
    """Rounds and sets that two or more of its tables may have at once."""


def rows_in_force(editions: Sequence[Edition]) -> tuple[Row, ...]:
    """The rows that count: those of a round from the newest edition that does not begin after it."""
    rounds = {row.round for edition in editions for row in edition.rows}
    found: list[Row] = []
    for number in rounds:
        newest = [edition for edition in editions if edition.from_round <= number][-1:]
        found += (row for edition in newest for row in edition.rows if row.round == number)
    return in_order(found)


def in_force(movement: Movement, editions: Iterable[Edition]) -> Movement:
    """The movement with the rows of its later editions."""
    later = tuple(editions)
    shared = movement.shared.union(*(edition.shared for edition in later))
    return replace(movement, rows=rows_in_force([Edition(1, movement.rows), *later]), shared=shared)


def check_editions(movement: Movement, editions: Iterable[Edition]) -> tuple[Breach, ...]:
    """Breaches of all editions together: what was played stands in the earlier ones (M11)."""
    found = tuple(editions)
    early = (
        Breach("M11", row.round, row.table, said("this edition begins with round {round}", round=edition.from_round))
        for edition in found
        for row in edition.rows
        if row.round < edition.from_round
    )
    return (*early, *check(in_force(movement, found)))
