"""A side that took its appeal back may appeal the ruling again."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    runs_beside = "the version before refuses a second appeal itself, and the constraint allows more than before"

    dependencies = [("duplicate", "0024_agreements_taken_back")]

    operations = [
        migrations.RemoveConstraint("appeal", "duplicate_appeal_one_a_side"),
        migrations.AddConstraint(
            "appeal",
            models.UniqueConstraint(
                condition=~Q(decision="withdrawn"), fields=("ruling", "side"), name="duplicate_appeal_one_a_side"
            ),
        ),
    ]
