"""The basis of a draw of a Swiss: the facts about the draw that an edition of the plan stores."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.translation import gettext_lazy as _

from scoring.movements.plan import Movement
from scoring.movements.swiss import SwissDraw, by_lot, draw, swiss_begun

LOT, LIST, STANDINGS, HAND, GONE = "lot", "list", "standings", "hand", "gone"
FIRST_ROUND = [
    (LOT, _("By lot")),
    (LIST, _("By the numbers: 1 against 2, 3 against 4")),
]
SEEDS = 1_000_000
"""The number of seeds: a seed is a number from 0 to 999 999, so that it has at most six digits to read out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBasis:
    """The basis of a draw: the order of the entries, and the way in which the order was made.

    `how` is LOT, LIST (by the numbers), STANDINGS, HAND (two entries changed places) or GONE (an entry went home).
    """

    how: str
    order: tuple[int, ...]
    seed: int | None = None
    """The seed of a draw by lot, from which the order follows; None for other draws."""
    points: tuple[int, ...] = ()
    """For a draw by standings: the victory points of the entries in `order`, in ten-thousandths."""
    missing: int = 0
    """For a draw by standings: the number of missing results."""
    swapped: tuple[int, ...] = ()
    """For a change by hand: the two entries that changed places in the previous draw."""
    gone: int | None = None
    """For GONE: the number of the entry that went home after the round was drawn; None for other draws."""

    @classmethod
    def first(cls, how: str, numbers: Iterable[int], seed: int) -> Self:
        """The basis of the draw of a first round: by lot with this seed, or in the order of the numbers.

        `how` is LOT or LIST; `seed` counts only for LOT.
        """
        if how == LOT:
            return cls(how=how, order=by_lot(numbers, seed), seed=seed)
        return cls(how=how, order=tuple(sorted(numbers)))

    @classmethod
    def without(cls, drawn: SwissDraw, gone: int) -> Self:
        """The basis of a draw after the entry `gone` has gone home.

        `drawn` is the draw without this entry; the other entries keep their order.
        """
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
    """The movement of a Swiss with this number of rounds, of which only the first round is drawn.

    `drawn` is the basis of the draw of the first round; `form` is `teams` or `pairs`.
    """
    return swiss_begun(draw(drawn.order), form, rounds=rounds)
