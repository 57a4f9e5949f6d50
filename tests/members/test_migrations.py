"""Migrations of the members' app keep the records of a club that has played before."""

import pytest
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.calendar import evening_of
from clubscore.members.access.pins import is_proof_of_a_member
from clubscore.members.models import Member
from tests.factories import NOON, member

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more
NEWEST = "0014_lists_explained_and_members_erased"


@pytest.fixture
def migrate(transactional_db):
    """A function that migrates the members' app to the named migration and returns its models at that point.

    Afterwards the database is migrated to the newest state.
    """

    def to(name: str):
        MigrationExecutor(connection).migrate([("members", name)])
        return (
            MigrationExecutor(connection).loader.project_state([("members", name)]).apps
        )

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_a_pin_of_before_counts_as_its_owner_s_own(migrate):
    then = migrate("0011_names_that_can_be_read")
    karl = then.get_model("members", "Member").objects.create(
        name="Karl Stein", joined_at=NOON, pin="a hash"
    )
    migrate("0012_when_a_pin_was_set")
    migrate(NEWEST)
    kept = Member.objects.get(pk=karl.pk)
    assert (kept.pin_set_at, kept.pin_set_on) == (None, None)
    assert is_proof_of_a_member(
        kept, device_of=member("Anna"), occasion=evening_of(NOON)
    )


def test_what_was_noted_before_is_in_the_audit_under_the_new_name(migrate):
    anna = member("Anna")
    migrate("0009_deeds_of_exports").get_model("members", "Deed").objects.create(
        what="imported", after="3 new", by_id=anna.pk, at=NOON
    )
    event = migrate("0010_audit_event").get_model("members", "AuditEvent")
    assert list(event.objects.values_list("what", "after", "by")) == [
        ("imported", "3 new", anna.pk)
    ]
    event.objects.create(what="imported", by_id=anna.pk, at=NOON)
    with pytest.raises(IntegrityError, match="members_deed_is_known"):
        event.objects.create(what="party", by_id=anna.pk, at=NOON)
