"""Pages of a list that is too long to be counted for each look at it."""

from dataclasses import dataclass

LAST = 10_000  # further back than anybody turns pages: the filters lead there


@dataclass(frozen=True, slots=True)
class UncountedPage:
    """For `_pages.html`, as Django's own pages are; how many there are is not known."""

    number: int
    has_next: bool

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
    """From 1; the first if it is no number of a page."""
    if not asked or not asked.isascii() or not asked.isdecimal():
        return 1
    return max(min(int(asked[:10]), LAST), 1)
