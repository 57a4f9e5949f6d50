from django.db import migrations


class Migration(migrations.Migration):
    """The model has a plainer name; its table keeps the old one, so nothing is moved."""

    dependencies = [("rubbers", "0011_find_by_agreement_and_recording")]

    operations = [
        migrations.AlterModelTable(name="house", table="rubbers_house"),
        migrations.RenameModel(old_name="House", new_name="HouseRules"),
    ]
