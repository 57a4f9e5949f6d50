"""Tables that a reader sorts by links in the heads of columns. The chosen column is in the address."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

Row = TypeVar("Row")
Key = Callable[[Row], float | str | None]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column, with a link that sorts the table."""

    href: str
    order: str
    """The order in ARIA's words: `ascending` or `descending`; empty if the table is not sorted by this column."""


@dataclass(frozen=True, slots=True)
class Sorter(Generic[Row]):
    """The columns of one table that a reader can sort. `param` is the table's parameter in the address.

    In the address `?partners=-net`, `partners` is the parameter, `net` the column, and the minus puts the largest value
    first. `keys` has, for each column, the function that returns a row's value.

    `rising` are the columns of words, which a first click sorts upwards. A first click sorts any other column
    downwards.
    """

    param: str
    keys: Mapping[str, Key[Row]]
    rising: frozenset[str] = frozenset({"name"})

    def chosen(self, params: Mapping[str, Any]) -> str:
        """The column in the address, with its minus if it has one; empty if the table has no such column."""
        column = params.get(self.param, "")
        if column.removeprefix("-") in self.keys:
            return column
        return ""

    def sorted(self, rows: Iterable[Row], params: Mapping[str, Any]) -> list[Row]:
        """The rows sorted by the column that the address chooses; in the given order if the address chooses none.

        Rows without a value in the column come last.
        """
        column = self.chosen(params)
        if not column:
            return list(rows)
        key_of = self.keys[column.removeprefix("-")]
        keyed = []
        without_key = []
        for row in rows:
            key = key_of(row)
            if key is None:
                without_key.append(row)
            else:
                keyed.append((key, row))
        keyed.sort(key=_first, reverse=column.startswith("-"))
        return [row for _key, row in keyed] + without_key

    def heads(self, params: Mapping[str, Any], place: str = "") -> dict[str, Head]:
        """The head of each column, by the column's name.

        The link of a head keeps the other parameters of the address, except the page. `place` is the HTML id of the
        table, to which the link jumps.
        """
        chosen = self.chosen(params)
        kept = {
            name: value
            for name, value in params.items()
            if name not in {self.param, "page"}
        }
        anchor = f"#{place}" if place else ""
        heads = {}
        for name in self.keys:
            query = urlencode({**kept, self.param: self._next(name, chosen)})
            heads[name] = Head(f"?{query}{anchor}", _order(name, chosen))
        return heads

    def _next(self, name: str, chosen: str) -> str:
        """The value of the link in a column's head: the order in which a click sorts the table by this column.

        It is the column's first order, or the opposite order if the table is sorted in the first order already.
        """
        downwards = f"-{name}"
        if name in self.rising:
            return downwards if chosen == name else name
        return name if chosen == downwards else downwards


def _first(pair: tuple[Any, object]) -> Any:
    return pair[0]


def _order(name: str, chosen: str) -> str:
    if chosen == name:
        return "ascending"
    if chosen == f"-{name}":
        return "descending"
    return ""
