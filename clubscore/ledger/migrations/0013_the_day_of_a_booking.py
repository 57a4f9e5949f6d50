"""Each booking gets the day by which it has its season; all of them stay in the season that they are in.

Until now that was the day of the booking, by the calendar, and for what was booked again or taken back in the season of
the first edition, the day of that.
"""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import Max, OuterRef, Q, Subquery
from django.db.models.functions import TruncDate
from django.utils import timezone


def fill(apps, schema_editor):
    Season, Transaction = (apps.get_model("ledger", name) for name in ("Season", "Transaction"))
    Transaction.objects.update(day=TruncDate("posted_at", tzinfo=timezone.get_current_timezone()))
    last = Transaction.objects.aggregate(last=Max("edition", default=1))["last"]
    for edition in range(2, last + 1):
        _take_the_day_of(
            Transaction.objects.filter(edition=edition, reverses=None),
            Transaction.objects.filter(
                source=OuterRef("source"), source_id=OuterRef("source_id"), edition=edition - 1, reverses=None
            ),
        )
    _take_the_day_of(Transaction.objects.exclude(reverses=None), Transaction.objects.filter(pk=OuterRef("reverses")))
    _stay(Transaction, list(Season.objects.order_by("begins_on")))


def _take_the_day_of(rows, earlier):
    """The day of the earlier booking, where that is in the same season."""
    together = earlier.filter(season=OuterRef("season")).values("day")[:1]
    rows.alias(found=Subquery(together)).exclude(found=None).update(day=Subquery(together))


def _stay(Transaction, seasons):
    """A day within the season for what no rule of today would have put there: a season opened later left it behind."""
    for before, season in zip(seasons, seasons[1:]):
        Transaction.objects.filter(season=before, day__gte=season.begins_on).update(
            day=season.begins_on - timedelta(days=1)
        )
        was_open = Q() if before.closed_after is None else Q(pk__lte=before.closed_after)
        Transaction.objects.filter(was_open, season=season, day__lt=season.begins_on).update(day=season.begins_on)


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0012_every_closed_season_has_one"),
    ]

    operations = [
        migrations.AddField(model_name="transaction", name="day", field=models.DateField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
