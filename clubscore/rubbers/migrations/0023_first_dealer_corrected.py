from django.db import migrations, models

from clubscore.contracts.models import SEAT_LETTERS

SEATS = [("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")]


class Migration(migrations.Migration):
    """The players can correct who dealt first; the first dealer stays as it was entered."""

    runs_beside = "the version before corrects no dealer, which alone the new constraints are about"
    dependencies = [("rubbers", "0022_a_neutral_hand")]

    operations = [
        migrations.AddField(
            "motion", "dealer", models.CharField(blank=True, choices=SEATS, default="", max_length=1),
            preserve_default=False,
        ),
        migrations.AddField(
            "rubber", "corrected_dealer", models.CharField(blank=True, choices=SEATS, default="", max_length=1),
            preserve_default=False,
        ),
        migrations.AlterField(
            "motion", "kind",
            models.CharField(
                choices=[
                    ("end", "end it early"), ("continue", "play on"), ("void", "void it"),
                    ("reopen", "open it again"),
                    ("dealer", "correct its first dealer"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "motion",
            models.CheckConstraint(
                condition=models.Q(kind="dealer", dealer__in=SEAT_LETTERS)
                | ~models.Q(kind="dealer") & models.Q(dealer=""),
                name="rubbers_motion_names_a_dealer",
            ),
        ),
        migrations.AddConstraint(
            "rubber",
            models.CheckConstraint(
                condition=models.Q(corrected_dealer__in=["", *SEAT_LETTERS]),
                name="rubbers_rubber_corrected_dealer_is_a_seat",
            ),
        ),
    ]
