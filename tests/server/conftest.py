"""Fixtures: the real server, and a member who may change the records of members."""

from collections.abc import Iterator

import pytest

from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests import factories
from tests.live_server import AsgiServer


@pytest.fixture
def server(transactional_db: None) -> Iterator[AsgiServer]:
    server = AsgiServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def secretary(transactional_db: None) -> Member:
    return factories.member("Sam", role=Role.ADMIN)
