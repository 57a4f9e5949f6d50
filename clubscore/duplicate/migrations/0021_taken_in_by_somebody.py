"""A session that is taken into the season was taken in by somebody."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    runs_beside = "the version before leaves both columns empty, which the constraint takes"

    dependencies = [("duplicate", "0020_taken_into_the_season")]

    operations = [
        migrations.AddConstraint(
            "session",
            models.CheckConstraint(
                condition=Q(taken_in_at=None, taken_in_by=None)
                | Q(taken_in_at__isnull=False, taken_in_by__isnull=False),
                name="duplicate_session_is_taken_in_by_somebody",
            ),
        ),
    ]
