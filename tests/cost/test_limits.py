"""The limits themselves: which figure fails, and what is said then."""

import pytest

from tests.cost.limits import ADVICE, EXACT, exceeded, limits

LIMIT = {"ratio": 10, "statements": 5, "nodes": 100, "words": 20, "bytes": 3_000}


def test_what_is_at_its_limit_passes():
    assert [*exceeded("the room", LIMIT, LIMIT)] == []


@pytest.mark.parametrize("name", EXACT)
def test_one_more_than_the_limit_fails(name):
    (sentence,) = exceeded("the room", LIMIT | {name: LIMIT[name] + 1}, LIMIT)
    assert (
        sentence == f"the room: {LIMIT[name] + 1} {name}, the limit is {LIMIT[name]}."
    )


def test_a_ratio_may_be_half_as_much_again():
    assert [*exceeded("the room", LIMIT | {"ratio": 15}, LIMIT)] == []
    (sentence,) = exceeded("the room", LIMIT | {"ratio": 15.1}, LIMIT)
    assert (
        sentence == "the room: 15.1 bare views, the limit is 10, 1.5 times that fails."
    )


def test_every_page_has_a_limit_of_each_kind_and_the_advice_names_their_file():
    assert {name: {*figures} for name, figures in limits().items()} == dict.fromkeys(
        limits(), {"ratio", *EXACT}
    ), "Give each page in tests/cost/limits.toml these limits, and no others."
    assert "tests/cost/limits.toml" in ADVICE
