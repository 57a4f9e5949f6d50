"""A paginator that never runs COUNT(*), for lists too long to count on every request."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

LAST_PAGE = 10_000  # further back than anybody pages: the filters lead there


@dataclass(frozen=True, slots=True)
class UncountedPage:
    """One page of a list that is not counted, with the attributes of Django's `Page` that `_pages.html` uses."""

    number: int
    """The number of the page, from 1 to LAST_PAGE."""
    has_next: bool
    object_list: Sequence[Any] = ()

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next

    @property
    def next_page_number(self) -> int:
        return self.number + 1

    @property
    def previous_page_number(self) -> int:
        return self.number - 1


def page_number(parameter: str | None) -> int:
    """The number in a query parameter, between 1 and LAST_PAGE; 1 for anything that is no number."""
    if not parameter or not parameter.isascii() or not parameter.isdecimal():
        return 1
    return max(min(int(parameter[:10]), LAST_PAGE), 1)


def uncounted_page(
    items: Iterable[Any], parameter: str | None, size: int
) -> UncountedPage:
    """The page that a query parameter names, of `size` items; reads the items up to the first of the next page."""
    number = page_number(parameter)
    listed = list(islice(items, (number - 1) * size, number * size + 1))
    return UncountedPage(
        number,
        has_next=len(listed) > size and number < LAST_PAGE,
        object_list=listed[:size],
    )
