"""The walk reaches every address and every state of rows; something new fails this test until a club has it."""

from typing import Any

import pytest

from tests.walk.addresses import patterns
from tests.walk.clubs import CLUBS
from tests.walk.conftest import made, reached
from tests.walk.states import NOT_HERE, every_state
from tests.walk.walking import LEAVES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def in_any_club(django_db_setup: None, django_db_blocker: Any) -> set[str]:
    """The address names and row states of all clubs together. Clubs that another test has made are not made again."""
    with django_db_blocker.unblock():
        for name in CLUBS.keys() - reached.keys():
            with made(name):
                pass
    return set().union(*reached.values())


def test_every_address_is_reached_in_some_club(in_any_club: set[str]):
    missing = sorted(patterns().keys() - in_any_club - LEAVES)
    assert not missing, (
        f"No club has a row for {missing}: make one in a club of tests/walk, through the services."
    )


def test_every_state_is_reached_in_some_club(in_any_club: set[str]):
    missing = sorted(every_state() - in_any_club - NOT_HERE.keys())
    assert not missing, (
        f"No club has {missing}: give one of tests/walk such a row, through the services, or say in NOT_HERE of "
        "tests/walk/states.py why no page can show it."
    )


def test_what_is_left_out_is_in_no_club_and_in_the_models(in_any_club: set[str]):
    needless = sorted(NOT_HERE.keys() & in_any_club)
    assert needless == [], (
        "Delete these lines of NOT_HERE in tests/walk/states.py: a club has such a row now."
    )
    unknown = sorted(NOT_HERE.keys() - every_state())
    assert unknown == [], (
        "Delete these lines of NOT_HERE in tests/walk/states.py: no model has such a column or value."
    )
