"""The words of members about places that somebody else gave them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0021_taken_in_by_somebody'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_there', models.BooleanField()),
                ('said_at', models.DateTimeField()),
                ('decision', models.CharField(blank=True, choices=[('after_all', 'is there after all'), ('was_there', 'was there'), ('replaced', 'somebody else was named for the place')], default='', max_length=9)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_for', models.CharField(blank=True, default='', max_length=300)),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='presences', to='duplicate.session')),
            ],
            options={
                'verbose_name': 'word about a place',
                'verbose_name_plural': 'words about places',
                'constraints': [models.UniqueConstraint(condition=models.Q(('decision', ''), ('is_there', False)), fields=('session', 'member'), name='duplicate_presence_one_open_a_member'), models.CheckConstraint(condition=models.Q(('decision__in', ['', 'after_all', 'was_there', 'replaced'])), name='duplicate_presence_decision_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('decided_for', ''), ('decision', '')), models.Q(('decided_at__gte', models.F('said_at')), ('decided_by__isnull', False), ('is_there', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='duplicate_presence_is_decided_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('decision', 'was_there'), _negated=True), models.Q(('decided_for', ''), _negated=True), _connector='OR'), name='duplicate_presence_was_there_for_a_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decision', 'was_there'), _negated=True), models.Q(('decided_by', models.F('member')), _negated=True), _connector='OR'), name='duplicate_presence_nobody_decides_their_own')],
            },
        ),
    ]
