import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A new name for the model; the table and its constraints keep theirs."""

    dependencies = [
        ('members', '0009_deeds_of_exports'),
    ]

    operations = [
        migrations.AlterModelTable(
            name='deed',
            table='members_deed',
        ),
        migrations.RenameModel(
            old_name='Deed',
            new_name='AuditEvent',
        ),
        migrations.AlterField(
            model_name='auditevent',
            name='member',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_events', to=settings.AUTH_USER_MODEL),
        ),
    ]
