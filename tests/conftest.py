"""Hooks and fixtures for every test. Nothing here may import Django or a model: tests of scoring run without it."""

import inspect
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import time_machine
from hypothesis import configuration, settings

from tests.cache import CACHE

SOAK = Path(__file__).resolve().parent / "soak"

CACHE.mkdir(exist_ok=True)  # the file of the test database lies in it
configuration.set_hypothesis_home_dir(CACHE / "hypothesis")
# `make thorough` takes the thorough one (`--hypothesis-profile`); the long one is for one test, by hand, for an hour.
# None has a deadline: a busy machine is no failure.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("thorough", max_examples=100, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("quick")


# What the database decides: locks, constraints, triggers, migrations, statements and their number.
OF_THE_DATABASE = re.compile(
    r"transaction(al_db|=True)|IntegrityError|connection\b|constraint|CaptureQueries|django_assert|select_for_update"
    r"|RunSQL|migrat|Trigger|append_only|_lock|at_once|together|mark\.database"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "only tests that ask what the database decides: for a second run, on another database"
    parser.addoption("--of-the-database", action="store_true", help=help)
    help = "the day on which each test begins that does not name one itself, such as 2026-11-25; in the browser as well"
    parser.addoption("--on-day", type=datetime.fromisoformat, help=help)
    parser.addoption(
        "--soak",
        action="store_true",
        help="the campaigns of tests/soak at their full size: minutes each",
    )


@cache
def may_ask_the_database(path: Path) -> bool:
    return bool(OF_THE_DATABASE.search(path.read_text(encoding="utf-8")))


def asks_the_database(item: pytest.Item) -> bool:
    """True if the test has the mark `database`, commits, or its own lines name something that the database decides."""
    if item.get_closest_marker("database") or "transactional_db" in item.fixturenames:  # type: ignore[attr-defined]
        return True
    marker = item.get_closest_marker("django_db")
    commits = marker is not None and marker.kwargs.get("transaction", False)
    return commits or bool(OF_THE_DATABASE.search(inspect.getsource(item.function)))  # type: ignore[attr-defined]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--of-the-database`, ignore each test file in which no test may ask the database; else let pytest decide."""
    is_test = collection_path.match("test_*.py")
    if (
        config.getoption("--of-the-database")
        and is_test
        and not may_ask_the_database(collection_path)
    ):
        return True
    return None


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Keep only the tests for `--of-the-database`; mark long tests `no_cover`: coverage tracing doubles their time."""
    if config.getoption("--of-the-database"):
        asking = [item for item in items if asks_the_database(item)]
        config.hook.pytest_deselected(items=list(set(items) - set(asking)))
        items[:] = asking
    for item in items:
        if item.get_closest_marker("thorough") or SOAK in item.path.parents:
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def day_of_the_run(request: pytest.FixtureRequest) -> Iterator[datetime | None]:
    """Set the clock of the test to 20:15 UTC on the day of `--on-day`, from where it runs. Yields that time or None."""
    day = request.config.getoption("--on-day")
    if day is None:
        yield None
        return
    moment = datetime.combine(day, time(20, 15), UTC)
    with time_machine.travel(moment, tick=True):
        yield moment


@pytest.fixture(autouse=True)
def nobody_has_set_the_clock() -> None:
    """Reset the club's watch over the clock before each test, because another test may have set the clock."""
    if watching := sys.modules.get("clubscore.web.clock_watch"):
        vars(watching.clock_watch).update(vars(watching.ClockWatch()))


@pytest.fixture(autouse=True)
def what_is_kept_is_what_would_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check each page fragment that a test takes from the cache: it must equal the fragment rendered anew."""
    module = sys.modules.get("clubscore.web.templatetags.kept")
    if module is None:
        return
    keep = module._kept

    def kept(drawing: Any) -> Any:
        values = dict(drawing.values)
        found = keep(drawing)
        assert found == module.render_to_string(drawing.facts[0], values)
        return found

    kept.cache_info, kept.cache_clear = keep.cache_info, keep.cache_clear  # type: ignore[attr-defined]
    monkeypatch.setattr(module, "_kept", kept)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
) -> Iterator[None]:
    """Replaces pytest-django's fixture: copies the database where it can, and restores it after a test that commits.

    The passwords of the tests are hashed by a cheaper hasher than the club's.
    """
    from django.test import TransactionTestCase, override_settings  # noqa: PLC0415 - see above
    from django.test.utils import teardown_databases  # noqa: PLC0415

    from clubscore.members.access.hashers import FrugalArgon2PasswordHasher  # noqa: PLC0415
    from tests import databases  # noqa: PLC0415

    with django_db_blocker.unblock():
        made = databases.create()
        rewind = databases.rewinder()
    # Each test client has middleware of its own, and WhiteNoise's would read all static files for each: 15 ms.
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(WHITENOISE_AUTOREFRESH=True),
    ):
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: rewind())
        # The same algorithm, without what makes it dear to guess: a hash takes 0.1 ms, not 20.
        patch.setattr(FrugalArgon2PasswordHasher, "time_cost", 1)
        patch.setattr(FrugalArgon2PasswordHasher, "memory_cost", 8)  # KiB
        yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)
