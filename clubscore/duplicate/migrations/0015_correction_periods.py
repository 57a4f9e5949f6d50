"""Correction periods that organisers set, and the time for appeals as it was published."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep_the_time_for_appeals(apps, schema_editor):
    Session, Publication = (apps.get_model("duplicate", name) for name in ("Session", "Publication"))
    for session in Session.objects.exclude(appeal_minutes=30):
        Publication.objects.filter(session=session).update(appeal_minutes=session.appeal_minutes)


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0014_late_changes'),
        ('hands', '0001_first'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PeriodTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('correction_minutes', models.PositiveIntegerField()),
                ('appeal_minutes', models.PositiveIntegerField()),
                ('special_nature', models.CharField(blank=True, max_length=200)),
                ('set_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'period terms',
            },
        ),
        migrations.AddField(
            model_name='publication',
            name='appeal_minutes',
            field=models.PositiveIntegerField(db_default=30, default=30),
        ),
        migrations.AddField(
            model_name='session',
            name='special_nature',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('correction_minutes__gte', 30), models.Q(('special_nature', ''), _negated=True), _connector='OR'), name='duplicate_session_short_period_has_its_reason'),
        ),
        migrations.AddField(
            model_name='periodterms',
            name='session',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='period_terms', to='duplicate.session'),
        ),
        migrations.AddField(
            model_name='periodterms',
            name='set_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='periodterms',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='duplicate_periodterms_numbers_differ'),
        ),
        migrations.AddConstraint(
            model_name='periodterms',
            constraint=models.CheckConstraint(condition=models.Q(('correction_minutes__gte', 30), models.Q(('special_nature', ''), _negated=True), _connector='OR'), name='duplicate_periodterms_short_period_has_its_reason'),
        ),
        migrations.RunPython(keep_the_time_for_appeals, migrations.RunPython.noop),
    ]
