from django.db import migrations, models

SWAPS = [
    ("NE", "North and East"),
    ("NW", "North and West"),
    ("ES", "East and South"),
    ("SW", "South and West"),
    ("NS", "North and South"),
    ("EW", "East and West"),
]


class Migration(migrations.Migration):
    """The players can correct who sat where; the seats stay as they were entered, beside the corrected ones."""

    runs_beside = "the version before corrects no seats, which alone the new constraints are about"
    dependencies = [("rubbers", "0023_first_dealer_corrected")]

    operations = [
        migrations.AddField(
            "motion", "swap", models.CharField(blank=True, choices=SWAPS, default="", max_length=2),
            preserve_default=False,
        ),
        migrations.AddField(
            "rubberseat", "corrected_at", models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            "motion", "kind",
            models.CharField(
                choices=[
                    ("end", "end it early"), ("continue", "play on"), ("void", "void it"),
                    ("reopen", "open it again"),
                    ("dealer", "correct its first dealer"),
                    ("seats", "correct who sat where"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "motion",
            models.CheckConstraint(
                condition=models.Q(kind="seats", swap__in=[pair for pair, _words in SWAPS])
                | ~models.Q(kind="seats") & models.Q(swap=""),
                name="rubbers_motion_names_two_seats",
            ),
        ),
        migrations.AddConstraint(
            "rubberseat",
            models.CheckConstraint(
                condition=models.Q(corrected_at=None) | models.Q(until__isnull=False),
                name="rubbers_seat_ends_by_a_correction",
            ),
        ),
    ]
