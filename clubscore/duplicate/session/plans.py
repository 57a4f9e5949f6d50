"""Plans as values: make a movement of `scoring.movements` from database rows, and rows from a movement."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubscore.duplicate.models import Plan, PlanRow
from scoring.movements.editions import Edition, rows_in_force
from scoring.movements.plan import Movement, MovementRow, Stay

ROW_COLUMNS = (
    "round",
    "table",
    "north",
    "south",
    "east",
    "west",
    "board_set",
    "turned",
)
"""The columns of `PlanRow` in the order of the fields of `MovementRow`."""


def leave_of(movement: Movement) -> dict[str, Any]:
    """The value of the column `Plan.leave`: all fields of a movement except its kind and its rows."""
    return {
        "form": movement.form,
        "winners": movement.winners,
        "shared": sorted(movement.shared),
        "sets": movement.set_count,
        "full": movement.full,
        "replays": movement.replays,
        "sits_twice": movement.sits_twice,
        "stays": movement.stays,
    }


def plan_rows(plan: Plan, rows: Iterable[MovementRow]) -> list[PlanRow]:
    """The rows of one edition of a plan as PlanRow models that are not saved yet."""
    planned = []
    for row in rows:
        columns = dict(zip(ROW_COLUMNS, row, strict=True))
        planned.append(PlanRow(plan=plan, **columns))
    return planned


def editions_of(
    plans: Sequence[Plan], rows: Mapping[int, Sequence[MovementRow]]
) -> tuple[Edition, ...]:
    """The editions of the plan of a section, in the order of `plans`.

    `rows` has the rows of each plan, by the id of the plan.
    """
    editions = []
    for plan in plans:
        editions.append(Edition(plan.from_round, tuple(rows.get(plan.pk, ()))))
    return tuple(editions)


def movement_of(newest: Plan, editions: Sequence[Edition]) -> Movement:
    """The movement in force in a section.

    Each row is taken from the newest of `editions` that counts in its round. The kind and the other fields are taken
    from `newest`, the newest plan.
    """
    leave = newest.leave
    return Movement(
        newest.kind,
        rows_in_force(editions),
        form=leave["form"],
        winners=leave["winners"],
        shared=frozenset((number, board_set) for number, board_set in leave["shared"]),
        set_count=leave["sets"],
        full=leave["full"],
        replays=leave["replays"],
        sits_twice=leave["sits_twice"],
        stays=tuple(Stay(*stay) for stay in leave["stays"]),
    )
