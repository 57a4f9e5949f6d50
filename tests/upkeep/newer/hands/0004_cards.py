"""Write existing facts in a new form, in two steps."""

from django.db import migrations


def write_cards(apps, editor):
    leads = apps.get_model("hands", "Lead").objects
    leads.filter(pk__lte=2).update(card="♠A")
    leads.filter(pk__gt=2).update(card="♠A")


class Migration(migrations.Migration):
    dependencies = [("hands", "0003_column")]
    operations = [migrations.RunPython(write_cards)]
