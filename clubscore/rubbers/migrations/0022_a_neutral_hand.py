import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The players open an agreed rubber again by a motion, and an arbiter rules on a proposal (only words change)."""

    dependencies = [("rubbers", "0021_later_rubbers_of_a_member")]

    operations = [
        migrations.AlterField(
            "proposal",
            "state",
            models.CharField(
                choices=[
                    ("open", "open"),
                    ("accepted", "accepted"),
                    ("refused", "refused"),
                    ("withdrawn", "withdrawn"),
                    ("expired", "expired"),
                    ("ruled", "ruled by an arbiter"),
                ],
                default="open",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "motion",
            "kind",
            models.CharField(
                choices=[
                    ("end", "end it early"),
                    ("continue", "play on"),
                    ("void", "void it"),
                    ("reopen", "open it again"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(
            "reopening",
            "motion",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reopening",
                to="rubbers.motion",
            ),
        ),
    ]
