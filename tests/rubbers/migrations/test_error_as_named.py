"""What migrations make of the rubbers of a club that has played before them."""

from uuid import uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import NOON, member

pytestmark = pytest.mark.thorough  # they have run at clubs, and change no more


def test_proposals_of_before_keep_the_error_that_they_were_treated_as(migrate):
    anna = member("Anna")
    apps = migrate("0012_house_rules")
    models = {name: apps.get_model("rubbers", name) for name in ("Rubber", "Deal", "Proposal")}
    table = apps.get_model("tables", "Table").objects.create(name="Table 1", opened_by_id=anna.pk, opened_at=NOON)
    made = {"level": 4, "strain": "S", "declarer": "N", "note": ""}
    wanted = {}
    for system in ("contract", "chicago", "royal"):
        rubber = models["Rubber"].objects.create(
            table=table, system=system, rules={}, first_dealer="N", started_at=NOON, started_by_id=anna.pk,
            ended_at=NOON, ended_by_id=anna.pk, ending="complete",
        )  # fmt: skip
        base = models["Deal"].objects.create(
            rubber=rubber, number=1, version=1, tricks=10, recorded_at=NOON, recorded_by_id=anna.pk, key=uuid4(), **made
        )
        for name, changes in {
            "tricks": {"tricks": 11},
            "honours": {"tricks": 10, "honours_n": 4},
            "book": {"tricks": 11, "origin": "book"},
            "struck": {"tricks": 11, "strikes": True},
        }.items():
            given = {"origin": "correction", "made_by_id": anna.pk, "made_at": NOON, "key": uuid4()} | made | changes
            row = models["Proposal"].objects.create(rubber=rubber, base=base, state="refused", closed_at=NOON, **given)
            wanted[row.pk] = "agreement" if name == "tricks" and system != "royal" else ""
    after = migrate("0013_error_as_named").get_model("rubbers", "Proposal")
    assert dict(after.objects.values_list("pk", "error")) == wanted
    assert "error" not in {
        field.name for field in migrate("0012_house_rules").get_model("rubbers", "Proposal")._meta.fields
    }
