"""Agreements to results that were taken back, and answers to corrections that were taken back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0022_presences'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TakenBackAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('confirmed', 'confirmed'), ('refused', 'refused')], max_length=9)),
                ('answered_at', models.DateTimeField()),
                ('taken_back_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='openwhenpublished',
            name='duplicate_openwhenpublished_matter_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='playsignature',
            name='duplicate_playsignature_once_a_member',
        ),
        migrations.AddField(
            model_name='playsignature',
            name='taken_back_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='openwhenpublished',
            name='matter',
            field=models.CharField(choices=[('results', 'two results'), ('call', 'a call for the director'), ('correction', 'a correction'), ('appeal', 'an appeal'), ('agreement', 'an agreement taken back')], max_length=10),
        ),
        migrations.AddConstraint(
            model_name='openwhenpublished',
            constraint=models.CheckConstraint(condition=models.Q(('matter__in', ['results', 'call', 'correction', 'appeal', 'agreement'])), name='duplicate_openwhenpublished_matter_is_known'),
        ),
        migrations.AddConstraint(
            model_name='playsignature',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('play', 'member'), name='duplicate_playsignature_once_a_member'),
        ),
        migrations.AddConstraint(
            model_name='playsignature',
            constraint=models.CheckConstraint(condition=models.Q(('taken_back_at', None), ('taken_back_at__gte', models.F('at')), _connector='OR'), name='duplicate_playsignature_taken_back_once_given'),
        ),
        migrations.AddField(
            model_name='takenbackanswer',
            name='answered_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='takenbackanswer',
            name='correction',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='taken_back_answers', to='duplicate.correction'),
        ),
        migrations.AddField(
            model_name='takenbackanswer',
            name='taken_back_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='takenbackanswer',
            constraint=models.CheckConstraint(condition=models.Q(('answer__in', ['confirmed', 'refused'])), name='duplicate_takenbackanswer_is_an_answer'),
        ),
        migrations.AddConstraint(
            model_name='takenbackanswer',
            constraint=models.CheckConstraint(condition=models.Q(('taken_back_at__gte', models.F('answered_at'))), name='duplicate_takenbackanswer_taken_back_once_given'),
        ),
    ]
