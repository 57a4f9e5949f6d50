"""Results that one side or the director entered alone: their number in a publication, and who has looked at them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    runs_beside = "the version before leaves the new columns empty, which the constraint takes"

    dependencies = [
        ("duplicate", "0022_presences"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("publication", "one_sided", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("session", "entries_seen_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "session",
            "entries_seen_by",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            "session",
            models.CheckConstraint(
                condition=Q(entries_seen_at=None, entries_seen_by=None)
                | Q(entries_seen_at__isnull=False, entries_seen_by__isnull=False),
                name="duplicate_session_entries_are_seen_by_somebody",
            ),
        ),
    ]
