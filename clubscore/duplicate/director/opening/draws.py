"""The way in which a round of a Swiss was drawn: the facts that its edition of the plan keeps."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.translation import gettext_lazy as _

from scoring.movements.plan import Movement
from scoring.movements.swiss import SwissDraw, by_lot, draw, swiss_begun

LOT, LIST, STANDINGS, HAND, GONE = "lot", "list", "standings", "hand", "gone"
FIRST_ROUND = [
    (LOT, _("by lot")),
    (LIST, _("by the numbers: 1 against 2, 3 against 4")),
]
SEEDS = 1_000_000
"""Seeds are from 0 to one less: six digits, to be read out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBasis:
    """The basis of a draw: the order of the entries, and the lot, list, standings or swap that made this order."""

    how: str
    order: tuple[int, ...]
    seed: int | None = None
    """The seed of a draw by lot, from which the order follows."""
    points: tuple[int, ...] = ()
    """For a draw by standings: the victory points in that order, in ten-thousandths."""
    missing: int = 0
    """For a draw by standings: the number of missing results."""
    swapped: tuple[int, ...] = ()
    """For a change by hand: the two entries that changed places in the draw before."""
    gone: int | None = None
    """The number that went home when the round was drawn, of GONE: the rest of the draw before stands."""

    @classmethod
    def first(cls, how: str, numbers: Iterable[int], seed: int) -> Self:
        """The basis of a first round: by LOT, or by LIST."""
        if how == LOT:
            return cls(how=how, order=by_lot(numbers, seed), seed=seed)
        return cls(how=how, order=tuple(sorted(numbers)))

    @classmethod
    def without(cls, drawn: SwissDraw, gone: int) -> Self:
        """The basis of a draw that stands after somebody has gone home, in its own order."""
        order: list[int] = []
        for match in drawn.matches:
            order += match
        if drawn.bye:
            order.append(drawn.bye)
        return cls(how=GONE, order=tuple(order), gone=gone)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        values = dict(stored)
        for name, value in values.items():
            if isinstance(value, list):
                values[name] = tuple(value)
        return cls(**values)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def first_movement(drawn: DrawBasis, rounds: int, form: str = "teams") -> Movement:
    """A Swiss of teams or pairs of so many rounds, of which the first is drawn."""
    return swiss_begun(draw(drawn.order), form, rounds=rounds)
