"""The club's house rules: a choice is saved once, by the admin who changes it, and the audit records the changes.

`tests/office/test_house_rules.py` tests the page.
"""

import pytest
from django.utils.translation import override

from clubscore.members.models import AuditEvent, Member
from clubscore.members.roles import Role
from clubscore.rubbers.house_rules.services import choose_house_rules
from clubscore.rubbers.models import HouseRules
from tests.factories import NOON, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ruth() -> Member:
    return member("Ruth", role=Role.ADMIN)


def test_the_audit_keeps_what_changed_in_english_whatever_the_admin_reads(ruth):
    with override("de"):
        choose_house_rules(
            values={"going_out": "cut", "agreed_by": "sides"}, by=ruth, now=NOON
        )
    event = AuditEvent.objects.get()
    assert (event.by, event.at) == (ruth, NOON)
    assert "All who have just played cut for it" in event.after
    assert "agreed" not in event.after.lower()


def test_the_usual_rules_count_as_chosen_and_choosing_them_again_writes_nothing(ruth):
    for _ in range(2):
        choose_house_rules(values={"going_out": "longest"}, by=ruth, now=NOON)
    assert HouseRules.objects.count() == 1
    assert [event.after for event in AuditEvent.objects.all()] == [
        "as they are without a choice"
    ]
