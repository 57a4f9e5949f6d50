"""When a PIN was set, and on whose device if without a password; those set before count as their owners' own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("members", "0011_names_that_can_be_read")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="pin_set_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="member",
            name="pin_set_on",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
