"""The campaigns against the club as it is served: faults, races, intruders, noise and slow clients.

`make soak` runs them in full and prints their figures; all other test runs use a short form of each.
"""

import pytest
from django.db import connection

# A campaign that is about one kind of database belongs to the run on that one.
OF_OTHERS = {"sqlite": "test_postgresql_stops.py", "postgresql": "test_disk_faults.py"}
collect_ignore = [f"kills/{OF_OTHERS[connection.vendor]}"]


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """True if the campaigns run in full, by `make soak`."""
    return bool(pytestconfig.getoption("--soak"))
