"""What waits for an organiser after the correction period. Corrections that wait already go on waiting."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def let_proposed_corrections_wait(apps, schema_editor):
    Correction, LateChange = (apps.get_model("duplicate", name) for name in ("Correction", "LateChange"))
    for correction in Correction.objects.filter(decision="proposed"):
        LateChange.objects.create(
            session_id=correction.session_id,
            kind="correction",
            content={},
            correction=correction,
            clause=correction.clause,
            why=correction.decided_for or correction.why,
            regulation=correction.regulation,
            proposed_at=correction.decided_at,
            proposed_by_id=correction.decided_by_id,
            key=correction.key,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0013_has_one_top'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LateChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('correction', 'a correction'), ('ruling', 'a ruling'), ('penalty', 'a penalty'), ('lift', 'a penalty given back'), ('groups', 'the groups of a board'), ('substitute', 'a substitute'), ('misplay', 'wrong seats or boards')], max_length=10)),
                ('content', models.JSONField()),
                ('clause', models.CharField(max_length=20)),
                ('why', models.CharField(max_length=300)),
                ('regulation', models.CharField(blank=True, max_length=200)),
                ('proposed_at', models.DateTimeField()),
                ('key', models.UUIDField()),
                ('decision', models.CharField(blank=True, choices=[('approved', 'approved'), ('declined', 'not approved'), ('withdrawn', 'taken back')], max_length=9)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_for', models.CharField(blank=True, max_length=200)),
                ('correction', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='late_changes', to='duplicate.correction')),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('penalty', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='late_changes', to='duplicate.penalty')),
                ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='late_changes', to='duplicate.session')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('session', 'key'), name='duplicate_latechange_one_row_a_key'), models.UniqueConstraint(fields=('correction',), name='duplicate_latechange_one_a_correction'), models.CheckConstraint(condition=models.Q(models.Q(('correction', None), ('kind__in', ['ruling', 'penalty', 'groups', 'misplay']), ('member', None), ('penalty', None)), models.Q(('correction__isnull', False), ('kind', 'correction'), ('member', None), ('penalty', None)), models.Q(('correction', None), ('kind', 'lift'), ('member', None), ('penalty__isnull', False)), models.Q(('correction', None), ('kind', 'substitute'), ('member__isnull', False), ('penalty', None)), _connector='OR'), name='duplicate_latechange_kind_is_known_and_has_its_row'), models.CheckConstraint(condition=models.Q(models.Q(('clause', ''), _negated=True), models.Q(('why', ''), _negated=True)), name='duplicate_latechange_names_clause_and_reason'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', None), ('decided_for', ''), ('decision', '')), models.Q(('decided_by', models.F('proposed_by')), ('decision', 'withdrawn'), ('decided_at__isnull', False)), models.Q(('decided_at__isnull', False), ('decision__in', ['approved', 'declined']), ('decided_by__isnull', False), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='duplicate_latechange_is_decided_by_a_second_person'), models.CheckConstraint(condition=models.Q(models.Q(('decision', 'declined'), _negated=True), models.Q(('decided_for', ''), _negated=True), _connector='OR'), name='duplicate_latechange_declined_says_why')],
            },
        ),
        migrations.RunPython(let_proposed_corrections_wait, migrations.RunPython.noop),
    ]
