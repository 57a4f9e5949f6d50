"""The campaigns: faults, races, intruders, noise and slow clients, against the club as it is served.

`make soak` runs them at their full size and prints their figures; the other runs take a short form of each.
"""

import pytest
from django.db import connection

# A campaign that is about one kind of database belongs to the run on that one.
OF_OTHERS = {"sqlite": "test_postgresql_stops.py", "postgresql": "test_disk_faults.py"}
collect_ignore = [f"kills/{OF_OTHERS[connection.vendor]}"]


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether this is `make soak`."""
    return bool(pytestconfig.getoption("--soak"))
