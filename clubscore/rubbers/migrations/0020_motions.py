"""Motions about a whole rubber: end it early, play on, void it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    runs_beside = "the version before voids no rubber, which alone the new constraint of rubbers is about"
    dependencies = [
        ('rubbers', '0019_in_the_order_of_their_ids'),
        ('tables', '0005_seated_by_whom'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Motion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('end', 'end it early'), ('continue', 'play on'), ('void', 'void it')], max_length=10)),
                ('made_at', models.DateTimeField()),
                ('reason', models.CharField(max_length=200)),
                ('state', models.CharField(choices=[('open', 'open'), ('carried', 'carried'), ('refused', 'refused'), ('withdrawn', 'withdrawn'), ('expired', 'expired'), ('ruled', 'decided by an arbiter')], default='open', max_length=10)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('ruling', models.CharField(blank=True, max_length=200)),
                ('is_ruled_yes', models.BooleanField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='MotionAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('how', models.CharField(choices=[('recorded', 'recorded it'), ('kept', 'kept the same in the other book'), ('tapped', 'agreed'), ('pin', "agreed by PIN at another's device"), ('table-pin', "agreed by table PIN at another's device")], max_length=10)),
                ('is_yes', models.BooleanField()),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='rubber',
            name='voided_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='rubber',
            constraint=models.CheckConstraint(condition=models.Q(('voided_at', None), ('agreed_at__isnull', False), _connector='OR'), name='rubbers_rubber_is_closed_if_voided'),
        ),
        migrations.AddField(
            model_name='motion',
            name='closed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='motion',
            name='made_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='motion',
            name='rubber',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='motions', to='rubbers.rubber'),
        ),
        migrations.AddField(
            model_name='motionanswer',
            name='device_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='motionanswer',
            name='member',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='motionanswer',
            name='motion',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='rubbers.motion'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('rubber', 'kind'), name='rubbers_motion_one_open_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='rubbers_motion_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='rubbers_motion_closes_whole'),
        ),
        migrations.AddConstraint(
            model_name='motion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_ruled_yes', None), ('ruling', ''), models.Q(('state', 'ruled'), _negated=True)), models.Q(models.Q(('ruling', ''), _negated=True), ('closed_by__isnull', False), ('is_ruled_yes__isnull', False), ('state', 'ruled')), _connector='OR'), name='rubbers_motion_is_ruled_whole'),
        ),
    ]
