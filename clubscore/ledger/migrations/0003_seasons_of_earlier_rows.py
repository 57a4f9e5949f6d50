"""What is booked already counts for the season of the year in which the books begin, and names its game."""

from datetime import date

from django.db import migrations
from django.utils import timezone


def fill(apps, schema_editor):
    Season = apps.get_model("ledger", "Season")
    Transaction = apps.get_model("ledger", "Transaction")
    Rubber = apps.get_model("rubbers", "Rubber")
    first = Transaction.objects.order_by("posted_at").first()
    if first is None:
        return
    year = timezone.localtime(first.posted_at).year
    season = Season.objects.create(name=f"Season {year}", slug=str(year), begins_on=date(year, 1, 1))
    Transaction.objects.update(season=season)
    for system in Rubber.objects.values_list("system", flat=True).distinct():
        of_system = Rubber.objects.filter(system=system).values("pk")
        Transaction.objects.filter(source="rubber", source_id__in=of_system).update(game=system)


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0002_seasons"),
        ("rubbers", "0001_first"),
    ]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
