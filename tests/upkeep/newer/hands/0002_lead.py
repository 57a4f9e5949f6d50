"""Create a table and fill it with a row for each deal.

Its index and foreign key are made at the end of the migration.
"""

import django.db.models.deletion
from django.db import migrations, models


def note_leads(apps, editor):
    deals, lead = apps.get_model("rubbers", "Deal"), apps.get_model("hands", "Lead")
    lead.objects.bulk_create(
        [lead(deal_id=key) for key in deals.objects.values_list("pk", flat=True)]
    )


class Migration(migrations.Migration):
    dependencies = [("hands", "0001_first"), ("rubbers", "0001_first")]
    operations = [
        migrations.CreateModel(
            name="Lead",
            fields=[
                ("id", models.BigAutoField(primary_key=True)),
                ("card", models.CharField(max_length=3, default="")),
                (
                    "deal",
                    models.ForeignKey(
                        "rubbers.Deal",
                        django.db.models.deletion.PROTECT,
                        related_name="+",
                    ),
                ),
            ],
        ),
        migrations.RunPython(note_leads),
    ]
