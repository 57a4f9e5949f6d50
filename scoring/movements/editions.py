"""Editions of a plan that was changed during play. An edition has the rows that count from a round on."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.movements.check import Breach, check
from scoring.movements.plan import Movement, MovementRow, in_order
from scoring.said import said


class Edition(NamedTuple):
    """One change of a plan: the rows that replace the rows of the plan from a round on."""

    from_round: int
    rows: tuple[MovementRow, ...]
    reason: str = ""
    shared: frozenset[tuple[int, int]] = frozenset()
    """Pairs of a round and a set that several tables may have at once in that round."""


def rows_in_force(editions: Sequence[Edition]) -> tuple[MovementRow, ...]:
    """The rows that count: those of each round come from the last edition that begins in this round or earlier."""
    newest: dict[int, tuple[MovementRow, ...]] = {}
    rounds = {row.round for edition in editions for row in edition.rows}
    for number in rounds:
        for edition in editions:
            if edition.from_round <= number:
                newest[number] = edition.rows

    rows: list[MovementRow] = []
    for number, of_edition in newest.items():
        rows += [row for row in of_edition if row.round == number]

    return in_order(rows)


def in_force(movement: Movement, editions: Iterable[Edition]) -> Movement:
    """The movement after the changes ``editions``.

    Each round has the rows of the last edition that begins in this round or earlier.
    """
    later = tuple(editions)
    shared = movement.shared.union(*(edition.shared for edition in later))
    return replace(
        movement, rows=rows_in_force([Edition(1, movement.rows), *later]), shared=shared
    )


def check_editions(
    movement: Movement, editions: Iterable[Edition]
) -> tuple[Breach, ...]:
    """The breaches of the rules by a movement after the changes ``editions``, which are made one after the other.

    M11 is checked too, and its breaches come first: an edition must not have rows of rounds before ``from_round``.
    """
    later = tuple(editions)
    breaches = []
    for edition in later:
        text = said("this edition begins with round {round}", round=edition.from_round)
        for row in edition.rows:
            if row.round < edition.from_round:
                breaches.append(Breach("M11", row.round, row.table, text))
    return (*breaches, *check(in_force(movement, later)))
