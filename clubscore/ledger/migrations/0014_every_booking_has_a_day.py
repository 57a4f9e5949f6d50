from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("ledger", "0013_the_day_of_a_booking")]

    operations = [
        migrations.AlterField(model_name="transaction", name="day", field=models.DateField()),
        migrations.AddIndex(
            model_name="transaction",
            index=models.Index(fields=["season", "day"], name="ledger_transaction_day"),
        ),
    ]
