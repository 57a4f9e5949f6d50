"""Additive: what the version before writes has the column's default."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("rubbers", "0001_first")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE rubbers_deal ADD COLUMN lead varchar(3) NOT NULL DEFAULT ''",
            "ALTER TABLE rubbers_deal DROP COLUMN lead",
        ),
        migrations.RunSQL("CREATE INDEX next_version_leads ON rubbers_deal (lead)", "DROP INDEX next_version_leads"),
        migrations.RunSQL("CREATE TABLE next_version_card (id integer PRIMARY KEY)", "DROP TABLE next_version_card"),
    ]
