from django.db import migrations, models


class Migration(migrations.Migration):
    """The next deal of the same four players is found among the later rubbers of one of them."""

    dependencies = [("rubbers", "0020_motions")]

    operations = [
        migrations.AddIndex(
            "rubberseat",
            models.Index(fields=["member", "rubber"], name="rubbers_seat_of_member"),
        ),
    ]
