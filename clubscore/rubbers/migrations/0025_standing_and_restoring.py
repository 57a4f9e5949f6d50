import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """One of each side lets a net score stand where no arbiter is neutral; a voided rubber can count again."""

    runs_beside = "the version before writes no motion in these rows, which alone the new constraints are about"
    dependencies = [("rubbers", "0024_seats_corrected")]

    operations = [
        migrations.AlterField(
            "motion", "kind",
            models.CharField(
                choices=[
                    ("end", "end it early"), ("continue", "play on"), ("void", "void it"),
                    ("restore", "let it count again"),
                    ("reopen", "open it again"),
                    ("dealer", "correct its first dealer"), ("seats", "correct who sat where"),
                    ("stand", "let its net score stand"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(
            "netagreement", "motion",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT,
                related_name="+", to="rubbers.motion",
            ),
        ),
        migrations.AddField(
            "notthere", "motion",
            models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT,
                related_name="+", to="rubbers.motion",
            ),
        ),
        migrations.AddConstraint(
            "netagreement",
            models.CheckConstraint(
                condition=models.Q(motion=None) | models.Q(given_by__isnull=False),
                name="rubbers_netagreement_motion_signs_instead",
            ),
        ),
        migrations.AddConstraint(
            "notthere",
            models.CheckConstraint(
                condition=models.Q(motion=None) | ~models.Q(ruling=""),
                name="rubbers_notthere_motion_has_its_reason",
            ),
        ),
    ]
