"""The matters that a publication left open."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0015_correction_periods'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OpenWhenPublished',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('table', models.PositiveSmallIntegerField()),
                ('board', models.PositiveSmallIntegerField()),
                ('matter', models.CharField(choices=[('results', 'two results'), ('call', 'a call for the director'), ('correction', 'a correction'), ('appeal', 'an appeal')], max_length=10)),
                ('source', models.PositiveBigIntegerField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('publication', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='open_boards', to='duplicate.publication')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='duplicate.section')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('publication', 'matter', 'source'), name='duplicate_openwhenpublished_once_a_matter'), models.CheckConstraint(condition=models.Q(('matter__in', ['results', 'call', 'correction', 'appeal'])), name='duplicate_openwhenpublished_matter_is_known'), models.CheckConstraint(condition=models.Q(('board__gte', 1), ('round__gte', 1), ('table__gte', 1)), name='duplicate_openwhenpublished_counts_from_1')],
            },
        ),
    ]
