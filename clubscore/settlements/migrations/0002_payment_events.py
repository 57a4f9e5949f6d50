import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names in the code alone: the table keeps its name and its columns."""

    dependencies = [
        ('settlements', '0001_first'),
    ]

    operations = [
        migrations.AlterModelTable(
            name='deed',
            table='settlements_deed',
        ),
        migrations.RenameModel(
            old_name='Deed',
            new_name='PaymentEvent',
        ),
        migrations.AlterField(
            model_name='paymentevent',
            name='transfer',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='settlements.transfer'),
        ),
    ]
