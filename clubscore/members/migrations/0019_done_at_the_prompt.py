"""An event of the audit that was done at the prompt of the club's computer has no member."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    runs_beside = "the version before writes each event with its member, as before"

    dependencies = [("members", "0018_duties")]

    operations = [
        migrations.AlterField(
            "auditevent",
            "by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
