"""A way to the models of an earlier migration of rubbers, and back to the newest at the end."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@pytest.fixture
def migrate(transactional_db):
    """Takes the rubbers to the migration of that name, and gives the apps of then; in the end to the newest."""

    def to(name: str):
        call_command("migrate", "rubbers", name, verbosity=0)
        return MigrationExecutor(connection).loader.project_state([("rubbers", name)]).apps

    yield to
    call_command("migrate", verbosity=0)
