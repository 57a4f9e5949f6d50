"""The answer about a claim or a concession in calls, corrections and rulings, and the conviction of rulings."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    runs_beside = "the version before leaves the new columns empty, which each of these constraints allows"

    dependencies = [
        ('duplicate', '0016_open_when_published'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='call',
            name='claim',
            field=models.CharField(blank=True, choices=[('yes', 'tricks, after a claim or a concession'), ('no', 'tricks, without a claim or a concession')], db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='correction',
            name='claim',
            field=models.CharField(blank=True, choices=[('yes', 'tricks, after a claim or a concession'), ('no', 'tricks, without a claim or a concession')], db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='ruling',
            name='claim',
            field=models.CharField(blank=True, choices=[('yes', 'tricks, after a claim or a concession'), ('no', 'tricks, without a claim or a concession')], db_default='', default='', max_length=3),
        ),
        migrations.AddField(
            model_name='ruling',
            name='conviction',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.CheckConstraint(condition=models.Q(('claim__in', ['', 'yes', 'no'])), name='duplicate_call_claim_is_known'),
        ),
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.CheckConstraint(condition=models.Q(('claim__in', ['', 'yes', 'no'])), name='duplicate_correction_claim_is_known'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('claim__in', ['', 'yes', 'no']), ('conviction__lte', 2)), name='duplicate_ruling_claim_and_conviction_are_known'),
        ),
    ]
