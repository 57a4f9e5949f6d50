"""Updating the database while the old version is still writing to it."""

from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.commands.migrate import Command as OneByOne
from django.db import OperationalError

from tests.conflicts import conflict


@pytest.fixture
def ends(monkeypatch: pytest.MonkeyPatch) -> list[OperationalError]:
    """A list of errors; each of the next migrations is ended by one of them until the list is empty."""
    ends: list[OperationalError] = []
    run = OneByOne.handle

    def handle(self: OneByOne, *args: Any, **options: Any) -> Any:
        if ends:
            raise ends.pop()
        return run(self, *args, **options)

    monkeypatch.setattr(OneByOne, "handle", handle)
    return ends


def test_migrations_that_met_a_writer_are_run_again(
    transactional_db: None, ends: list[OperationalError]
):
    ends += [conflict("40P01")] * 2
    call_command("migrate", verbosity=0)
    assert not ends


def test_migrations_that_meet_a_writer_each_time_are_given_up(
    transactional_db: None, ends: list[OperationalError]
):
    ends += [conflict("40P01")] * 9
    with pytest.raises(OperationalError):
        call_command("migrate", verbosity=0)
    assert len(ends) == 5
