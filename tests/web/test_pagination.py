"""Splitting long lists into pages without counting the rows."""

import pytest

from clubscore.web.pagination import (
    LAST_PAGE,
    UncountedPage,
    page_number,
    uncounted_page,
)


@pytest.mark.parametrize(
    ("param", "number"),
    [
        (None, 1), ("", 1), ("1", 1), ("7", 7), ("0", 1), ("-3", 1), ("last", 1), ("²", 1), ("1.5", 1),
        ("9" * 5_000, LAST_PAGE),
    ],
)  # fmt: skip
def test_what_is_no_number_of_a_page_means_the_first(param, number):
    assert page_number(param) == number


def test_a_page_knows_those_beside_it():
    first, middle, alone = (
        UncountedPage(1, True),
        UncountedPage(2, True),
        UncountedPage(1, False),
    )
    assert (first.has_previous, first.has_next, first.next_page_number) == (
        False,
        True,
        2,
    )
    assert (
        middle.has_previous,
        middle.previous_page_number,
        middle.has_other_pages,
    ) == (True, 1, True)
    assert not alone.has_other_pages


def test_a_page_reads_no_further_than_the_first_item_of_the_next():
    items = iter(range(100))
    page = uncounted_page(items, "2", 10)
    assert (page.number, list(page.object_list), page.has_next) == (
        2,
        list(range(10, 20)),
        True,
    )
    assert next(items) == 21


def test_the_last_page_leads_no_further_and_one_behind_it_is_empty():
    last, behind = (uncounted_page(range(20), param, 10) for param in ("2", "3"))
    assert (list(last.object_list), last.has_next) == (list(range(10, 20)), False)
    assert (list(behind.object_list), behind.has_previous, behind.has_next) == (
        [],
        True,
        False,
    )
