from django.db import migrations, models


class Migration(migrations.Migration):
    """Rubbers of a table are in the order of their ids: a clock may be set back."""

    dependencies = [("rubbers", "0018_not_there")]

    operations = [
        migrations.RemoveIndex("rubber", "rubbers_rubber_newest_at_table"),
        migrations.RemoveIndex("rubber", "rubbers_rubber_number_at_table"),
        migrations.AddIndex("rubber", models.Index(fields=["table", "-id"], name="rubbers_rubber_newest_at_table")),
        migrations.AddIndex(
            "rubber", models.Index(fields=["table", "system", "id"], name="rubbers_rubber_number_at_table")
        ),
    ]
