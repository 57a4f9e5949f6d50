from django.db import migrations

from clubscore.live.notify import NotifyOnChange


class Migration(migrations.Migration):
    dependencies = [("rubbers", "0001_first")]

    operations = [NotifyOnChange("rubbers_rubber")]
