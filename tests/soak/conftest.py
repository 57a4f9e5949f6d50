"""The campaigns: faults, races, intruders, noise and slow clients, against the club as it is served.

`make soak` runs them at their full size and prints their figures; the other runs take a short form of each.
"""

import pytest


@pytest.fixture(scope="session")
def full(pytestconfig: pytest.Config) -> bool:
    """Whether this is `make soak`."""
    return bool(pytestconfig.getoption("--soak"))
