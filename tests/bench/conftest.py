"""What the measurements in a database share: one test database, whose club stays from one to the next."""

import pytest
from django.test.utils import setup_databases, teardown_databases


@pytest.fixture(scope="session")
def database(django_db_blocker):
    """Open for the whole session, and emptied by `club_of` alone: the tests' own would be empty after each."""
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False)
        yield
        teardown_databases(made, verbosity=0)
