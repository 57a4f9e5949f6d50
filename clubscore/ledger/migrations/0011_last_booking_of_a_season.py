"""A closed season knows the newest booking of when it was closed; of those closed already, the clock has to say it."""

from django.db import migrations, models
from django.db.models import Max


def fill(apps, schema_editor):
    Transaction = apps.get_model("ledger", "Transaction")
    for season in apps.get_model("ledger", "Season").objects.exclude(closed_at=None):
        before = Transaction.objects.filter(posted_at__lte=season.closed_at)
        season.closed_after = before.aggregate(newest=Max("pk", default=0))["newest"]
        season.save(update_fields=["closed_after"])


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0010_find_by_booking"),
    ]

    operations = [
        migrations.AddField(
            model_name="season",
            name="closed_after",
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
