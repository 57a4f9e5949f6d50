"""Sorting a table by the links in its column headings."""

from urllib.parse import parse_qs

import pytest

from clubscore.web.sorting import Head, Sorter

PEOPLE = [("Cleo", 7), ("Anna", None), ("ben", 9), ("Dan", 7)]
SORTER: Sorter = Sorter(
    "by", {"name": lambda person: person[0].casefold(), "net": lambda person: person[1]}
)


@pytest.mark.parametrize(
    ("column", "names"),
    [
        ("name", ["Anna", "ben", "Cleo", "Dan"]),
        ("-name", ["Dan", "Cleo", "ben", "Anna"]),
        ("net", ["Cleo", "Dan", "ben", "Anna"]),
        ("-net", ["ben", "Cleo", "Dan", "Anna"]),
        ("shoe", ["Cleo", "Anna", "ben", "Dan"]),
        ("", ["Cleo", "Anna", "ben", "Dan"]),
    ],
)
def test_a_column_is_sorted_both_ways_and_what_has_no_figure_comes_last(column, names):
    assert [name for name, _ in SORTER.sorted(PEOPLE, {"by": column})] == names


@pytest.mark.parametrize(
    ("param", "name", "net"),
    [
        ({}, ("name", ""), ("-net", "")),
        ({"by": "name"}, ("-name", "ascending"), ("-net", "")),
        ({"by": "-name"}, ("name", "descending"), ("-net", "")),
        ({"by": "-net"}, ("name", ""), ("net", "descending")),
        ({"by": "net"}, ("name", ""), ("-net", "ascending")),
    ],
)
def test_words_are_sorted_upwards_first_figures_downwards_and_the_same_again_the_other_way(
    param, name, net
):
    heads = SORTER.heads(param)
    assert (heads["name"], heads["net"]) == (
        Head(f"?by={name[0]}", name[1]),
        Head(f"?by={net[0]}", net[1]),
    )


def test_a_link_keeps_what_else_was_asked_for_but_not_the_page_and_leads_to_its_table():
    href = SORTER.heads({"season": "a&b", "page": "3", "by": "net"}, "table")[
        "name"
    ].href
    assert href.endswith("#table")
    assert parse_qs(href[1:].removesuffix("#table")) == {
        "season": ["a&b"],
        "by": ["name"],
    }
