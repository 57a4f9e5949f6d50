from pathlib import Path

from django.db import migrations, models

from clubscore.rubbers import migrations as of_now


def call(apps, schema_editor):
    deals = apps.get_model("rubbers", "Deal")._base_manager
    for deal in deals.select_related("rubber"):
        deals.filter(pk=deal.pk).update(called=f"{deal.rubber.system} {deal.number}")


class Migration(migrations.Migration):
    dependencies = [
        (
            "rubbers",
            max(path.stem for path in Path(of_now.__file__).parent.glob("0*.py")),
        )
    ]
    operations = [
        migrations.AddField(
            "deal", "called", models.CharField(max_length=20, blank=True, db_default="")
        ),
        migrations.RunPython(call),
    ]
