"""The member who dismissed a deputy."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    runs_beside = "the version before dismisses a deputy without saying who did it, as before"

    dependencies = [
        ("duplicate", "0025_appeals_made_again"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "deputy",
            "ended_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            "deputy",
            models.CheckConstraint(
                condition=Q(ended_by=None) | Q(until__isnull=False),
                name="duplicate_deputy_is_ended_whole",
            ),
        ),
    ]
