"""Tables that are sorted by the links in their heads: what is asked for stands in the address."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

Row = TypeVar("Row")
Key = Callable[[Row], float | str | None]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: where its link leads, and how the table is sorted by it now, in ARIA's words; empty where
    it is not.
    """

    href: str
    order: str


@dataclass(frozen=True, slots=True)
class Sorter(Generic[Row]):
    """The columns of one table. `param` names it in the address: `partners=-net`, the minus for largest first.

    A column of `rising` is sorted upwards at first, because it has words; the others are most wanted downwards.
    """

    param: str
    keys: Mapping[str, Key[Row]]
    rising: frozenset[str] = frozenset({"name"})

    def chosen(self, params: Mapping[str, Any]) -> str:
        """The column asked for, with its minus; nothing where there is none such."""
        column = params.get(self.param, "")
        return column if column.removeprefix("-") in self.keys else ""

    def sorted(self, rows: Iterable[Row], params: Mapping[str, Any]) -> list[Row]:
        """As they came where nothing is asked for; what has no figure in the column comes last."""
        column = self.chosen(params)
        if not column:
            return list(rows)
        keyed = [(self.keys[column.removeprefix("-")](row), row) for row in rows]
        having = sorted((pair for pair in keyed if pair[0] is not None), key=_first, reverse=column.startswith("-"))
        return [row for _, row in having] + [row for key, row in keyed if key is None]

    def heads(self, params: Mapping[str, Any], place: str = "") -> dict[str, Head]:
        """By column. The links keep all else that was asked for, but the page of a list; `place` is the table's id."""
        chosen = self.chosen(params)
        kept = {name: value for name, value in params.items() if name not in {self.param, "page"}}
        anchor = f"#{place}" if place else ""
        return {
            name: Head(f"?{urlencode({**kept, self.param: self._next(name, chosen)})}{anchor}", _order(name, chosen))
            for name in self.keys
        }

    def _next(self, name: str, chosen: str) -> str:
        if name in self.rising:
            return f"-{name}" if chosen == name else name
        return name if chosen == f"-{name}" else f"-{name}"


def _first(pair: tuple[Any, object]) -> Any:
    return pair[0]


def _order(name: str, chosen: str) -> str:
    return {name: "ascending", f"-{name}": "descending"}.get(chosen, "")
