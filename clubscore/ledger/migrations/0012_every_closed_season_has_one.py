from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("ledger", "0011_last_booking_of_a_season"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="season", name="ledger_season_is_closed_by_somebody"),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=Q(closed_after=None, closed_at=None, closed_by=None)
                | Q(closed_after__isnull=False, closed_at__isnull=False, closed_by__isnull=False),
                name="ledger_season_is_closed_by_somebody",
            ),
        ),
    ]
