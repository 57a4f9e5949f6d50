"""What the measurements in a database share: one test database, whose club stays from one to the next."""

import pytest


@pytest.fixture(scope="session")
def database(django_db_setup, django_db_blocker):
    """Open for the whole session: a big club is loaded once, and emptied by `club_of` alone."""
    with django_db_blocker.unblock():
        yield
