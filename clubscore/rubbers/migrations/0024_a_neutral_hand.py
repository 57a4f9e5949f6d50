from django.db import migrations, models


class Migration(migrations.Migration):
    """An arbiter rules on a proposal: only the words for the state change."""

    dependencies = [("rubbers", "0023_later_rubbers_of_a_member")]

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
    ]
