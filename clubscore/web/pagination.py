"""A paginator that never runs COUNT(*), for lists too long to count on every request."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

LAST = 10_000  # further back than anybody turns pages: the filters lead there


@dataclass(frozen=True, slots=True)
class UncountedPage:
    """A page for `_pages.html`, like Django's own; how many pages there are is not known."""

    number: int
    """Counted from 1."""
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


def page_number(asked: str | None) -> int:
    """The page asked for, counted from 1; the first for anything that is no page number."""
    if not asked or not asked.isascii() or not asked.isdecimal():
        return 1
    return max(min(int(asked[:10]), LAST), 1)


def uncounted_page(items: Iterable[Any], asked: str | None, size: int) -> UncountedPage:
    """The page of that number, of `size` items; the items are read up to the first of the next page."""
    number = page_number(asked)
    listed = list(islice(items, (number - 1) * size, number * size + 1))
    return UncountedPage(number, has_next=len(listed) > size and number < LAST, object_list=listed[:size])
