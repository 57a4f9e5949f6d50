"""Add a column to an existing table."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("hands", "0002_lead")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE rubbers_deal ADD COLUMN lead varchar(3) NOT NULL DEFAULT ''"
        )
    ]
