"""A form writes once: a repeated key returns the row written before, or is refused if what it asks for differs."""

from uuid import uuid4

import pytest

from clubscore.once import KeySpent, once
from clubscore.rubbers.models import Deal
from tests.factories import rubber_in_play

pytestmark = pytest.mark.django_db


def deals():
    rubber = rubber_in_play(lines=("4sn=", "2he="))
    return Deal.objects.filter(rubber=rubber.pk)


def test_a_key_that_was_never_sent_has_written_nothing():
    assert once(uuid4(), deals(), lambda deal: f"used for deal {deal.number}") is None


def test_a_key_finds_its_row_in_one_statement(django_assert_num_queries):
    rows = deals()
    second = rows.get(number=2)
    with django_assert_num_queries(1):
        assert once(second.key, rows) == second


def test_a_key_that_has_written_something_else_is_refused_with_the_reason():
    rows = deals()
    with pytest.raises(KeySpent, match="used for deal 2"):
        once(rows.get(number=2).key, rows, lambda deal: f"used for deal {deal.number}")


def test_a_row_that_says_the_same_is_returned():
    rows = deals()
    second = rows.get(number=2)
    assert (
        once(second.key, rows, lambda deal: None if deal == second else "used")
        == second
    )


def test_rows_that_are_read_already_cost_no_statement(django_assert_num_queries):
    rows = {deal.key: deal for deal in deals()}
    with django_assert_num_queries(0):
        assert [once(key, rows.get) for key in rows] == list(rows.values())
