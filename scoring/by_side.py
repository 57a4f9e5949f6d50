"""`BySide`: a value for each side, as an immutable mapping."""

from collections.abc import Iterator, Mapping
from typing import Generic, NoReturn, TypeVar

from scoring.values import Side

T = TypeVar("T")


class BySide(Mapping[Side, T], Generic[T]):
    """An immutable, hashable mapping with a value for North-South and a value for East-West.

    >>> points = BySide(60, 100)
    >>> points[Side.NS], points["EW"], dict(points)
    (60, 100, {<Side.NS: 'NS'>: 60, <Side.EW: 'EW'>: 100})
    """

    __slots__ = ("_values",)
    _values: tuple[T, T]

    def __init__(self, ns: T, ew: T) -> None:
        object.__setattr__(self, "_values", (ns, ew))

    def __getitem__(self, side: str) -> T:
        if side == "NS":
            return self._values[0]
        if side == "EW":
            return self._values[1]
        raise KeyError(side)

    def __iter__(self) -> Iterator[Side]:
        return iter(Side)

    def __len__(self) -> int:
        return 2

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BySide):
            return self._values == other._values
        return dict(self) == other

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"BySide({self._values[0]!r}, {self._values[1]!r})"

    def __reduce__(self) -> tuple[type["BySide[T]"], tuple[T, T]]:
        return BySide, self._values

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a BySide never changes")
