from django.db import migrations

from clubscore.live.notify import NotifyOnChange


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_first")]

    operations = [NotifyOnChange("tables_table")]
