from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0011_revision_when_published")]

    operations = [
        migrations.AddField("session", "appeal_minutes", models.PositiveIntegerField(db_default=30, default=30)),
    ]
