"""What a migration makes of the records of a club that has played before it."""

import pytest
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import NOON, member


@pytest.fixture
def migrate(transactional_db):
    """Takes the members to the migration of that name, and gives its models of then; in the end to the newest."""

    def to(name: str):
        MigrationExecutor(connection).migrate([("members", name)])
        return MigrationExecutor(connection).loader.project_state([("members", name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_what_was_noted_before_is_in_the_audit_under_the_new_name(migrate):
    anna = member("Anna")
    migrate("0009_deeds_of_exports").get_model("members", "Deed").objects.create(
        what="imported", after="3 new", by_id=anna.pk, at=NOON
    )
    event = migrate("0010_audit_event").get_model("members", "AuditEvent")
    assert list(event.objects.values_list("what", "after", "by")) == [("imported", "3 new", anna.pk)]
    event.objects.create(what="imported", by_id=anna.pk, at=NOON)
    with pytest.raises(IntegrityError, match="members_deed_is_known"):
        event.objects.create(what="party", by_id=anna.pk, at=NOON)
