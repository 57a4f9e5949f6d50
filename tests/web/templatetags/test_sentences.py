"""Words are joined by the rules of the reader's language."""

import pytest
from django.utils.translation import override

from clubscore.web.templatetags.sentences import one_by_one


@pytest.mark.parametrize(
    ("language", "written"),
    [("en-gb", "room, standings; no names"), ("fr", "room, standings\xa0; no names")],
)
def test_parts_in_a_row_have_the_semicolon_of_the_language(language: str, written: str):
    with override(language):
        assert one_by_one(["room, standings", "no names"]) == written


def test_no_part_and_one_part_need_no_semicolon():
    assert (one_by_one([]), one_by_one(["no names"])) == ("", "no names")
