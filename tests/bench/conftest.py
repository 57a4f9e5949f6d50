"""The fixtures of measurements in a database: one test database, whose club stays from one measurement to the next."""

import pytest
from django.test.utils import setup_databases, teardown_databases


@pytest.fixture(scope="session")
def database(django_db_blocker):
    """Open one test database for the whole test session; only `club_of` empties it, not the end of each test."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False)
        yield
        teardown_databases(made, verbosity=0)
