"""For every test. Nothing here may import a model or Django: the tests of scoring run without it."""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import configuration, settings

CACHE = Path(__file__).resolve().parent.parent / ".cache"

CACHE.mkdir(exist_ok=True)  # the file of the test database lies in it
configuration.set_hypothesis_home_dir(CACHE / "hypothesis")
# `make thorough` takes the thorough one (`--hypothesis-profile`); the long one is for one test, by hand, for an hour.
# None has a deadline: a busy machine is no failure.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("thorough", max_examples=100, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("quick")


# A file that says one of these asks something that the database decides: locks, constraints, triggers, statements.
OF_THE_DATABASE = re.compile(
    r"transaction(al_db|=True)|IntegrityError|connection\b|constraint|CaptureQueries|django_assert|select_for_update"
    r"|RunSQL|migrat|Trigger|append_only|_lock|at_once|together|vendor"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "only files that ask what the database decides: for a second run, on another database"
    parser.addoption("--of-the-database", action="store_true", help=help)
    parser.addoption("--soak", action="store_true", help="the campaigns of tests/soak at their full size: minutes each")


@cache
def asks_the_database(path: Path) -> bool:
    return bool(OF_THE_DATABASE.search(path.read_text(encoding="utf-8")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let what is long run without the tracer of coverage: it doubles its time, and short tests go the same ways."""
    if config.getoption("--of-the-database"):
        others = [item for item in items if not asks_the_database(item.path)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if asks_the_database(item.path)]
    for item in items:
        if item.get_closest_marker("slow") or item.get_closest_marker("thorough"):
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def nobody_has_set_the_clock() -> None:
    """The watch over the clock begins anew: another test has set it."""
    if watching := sys.modules.get("clubscore.web.clock_watch"):
        vars(watching.clock_watch).update(vars(watching.ClockWatch()))


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """Replaces pytest-django's: the database is copied where it can be, and rewound after a test that commits.

    What is dear and no test is about is cheap.
    """
    from django.test import TransactionTestCase, override_settings  # noqa: PLC0415 - see above
    from django.test.utils import teardown_databases  # noqa: PLC0415

    from clubscore.members.access.hashers import FrugalArgon2PasswordHasher  # noqa: PLC0415
    from tests import databases  # noqa: PLC0415

    with django_db_blocker.unblock():
        made = databases.create()
        rewind = databases.rewinder()
    # Each test client has middleware of its own, and WhiteNoise's would read all static files for each: 15 ms.
    with pytest.MonkeyPatch.context() as patch, override_settings(WHITENOISE_AUTOREFRESH=True):
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: rewind())
        # The same algorithm, without what makes it dear to guess: a hash takes 0.1 ms, not 20.
        patch.setattr(FrugalArgon2PasswordHasher, "time_cost", 1)
        patch.setattr(FrugalArgon2PasswordHasher, "memory_cost", 8)  # KiB
        yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)
