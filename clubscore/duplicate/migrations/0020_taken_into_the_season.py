"""A session counts once an organiser has taken it into the season. Earlier sessions count as they did."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def earlier_sessions_count(apps, schema_editor):
    sessions = apps.get_model("duplicate", "Session").objects.all()
    sessions.update(taken_in_at=F("opened_at"), taken_in_by=F("opened_by"))


class Migration(migrations.Migration):

    dependencies = [
        ("duplicate", "0019_rounds_taken_back_and_clocks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("session", "taken_in_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField(
            "session",
            "taken_in_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(earlier_sessions_count, migrations.RunPython.noop),
    ]
