"""For every test. Nothing here may import a model or Django: the tests of scoring run without it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import configuration, settings

CACHE = Path(__file__).resolve().parent.parent / ".cache"

CACHE.mkdir(exist_ok=True)  # the file of the test database lies in it
configuration.set_hypothesis_home_dir(CACHE / "hypothesis")
settings.register_profile("clubscore", deadline=None)  # a busy machine is no failure
settings.load_profile("clubscore")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Tests that commit empty the tables when they end. On SQLite that is DELETE, which the triggers refuse.

    PostgreSQL empties them by TRUNCATE, where no trigger is in the way.
    """
    from django.db import connection  # noqa: PLC0415 - see above
    from django.test import TransactionTestCase  # noqa: PLC0415

    from tests.unguarded import every_append_only_model, without_triggers  # noqa: PLC0415

    empty_the_tables = TransactionTestCase._fixture_teardown

    def empty_the_tables_without_triggers(case: TransactionTestCase) -> None:
        with without_triggers(every_append_only_model()):
            empty_the_tables(case)

    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "sqlite":
            patch.setattr(TransactionTestCase, "_fixture_teardown", empty_the_tables_without_triggers)
        yield
