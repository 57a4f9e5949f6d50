"""Plans as values: rows of the database to a `scoring.movements` movement, and back."""

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
    """The liberties of a movement beyond the usual, for `Plan.leave`: all of it but the kind and the rows."""
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
    """The rows of an edition, not written yet."""
    return [
        PlanRow(plan=plan, **dict(zip(ROW_COLUMNS, row, strict=True))) for row in rows
    ]


def editions_of(
    plans: Sequence[Plan], rows: Mapping[int, Sequence[MovementRow]]
) -> tuple[Edition, ...]:
    """The editions of a section in their order, from the rows of each by its id."""
    return tuple(
        Edition(plan.from_round, tuple(rows.get(plan.pk, ()))) for plan in plans
    )


def movement_of(newest: Plan, editions: Sequence[Edition]) -> Movement:
    """The movement in force: the rows of all editions that count, with the liberties of the newest."""
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
