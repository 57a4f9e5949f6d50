"""Pages of lists that are not counted."""

import pytest

from clubscore.web.pagination import LAST_PAGE, UncountedPage, page_number


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (None, 1), ("", 1), ("1", 1), ("7", 7), ("0", 1), ("-3", 1), ("last", 1), ("²", 1), ("1.5", 1),
        ("9" * 5_000, LAST_PAGE),
    ],
)  # fmt: skip
def test_what_is_no_number_of_a_page_means_the_first(asked, number):
    assert page_number(asked) == number


def test_a_page_knows_those_beside_it():
    first, middle, alone = UncountedPage(1, True), UncountedPage(2, True), UncountedPage(1, False)
    assert (first.has_previous, first.has_next, first.next_page_number) == (False, True, 2)
    assert (middle.has_previous, middle.previous_page_number, middle.has_other_pages) == (True, 1, True)
    assert not alone.has_other_pages
