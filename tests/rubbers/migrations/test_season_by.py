"""What a migration makes of the rubbers of a club that has played before it."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from clubscore.rubbers.models import HouseRules, Rubber
from tests.factories import NOON, member

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more


def test_rubbers_of_before_go_by_the_day_of_posting_and_those_to_come_by_the_day_of_play(migrate):
    anna = member("Anna")
    apps = migrate("0012_house_rules")
    apps.get_model("rubbers", "HouseRules").objects.create(pk=1)
    table = apps.get_model("tables", "Table").objects.create(name="Table 1", opened_at=NOON, opened_by_id=anna.pk)
    apps.get_model("rubbers", "Rubber").objects.create(
        table=table, system="contract", rules={}, first_dealer="N", started_at=NOON, started_by_id=anna.pk
    )
    call_command("migrate", verbosity=0)
    assert Rubber.objects.get().season_by == "posting"
    assert HouseRules.current().season_by == Rubber().season_by == "play"
