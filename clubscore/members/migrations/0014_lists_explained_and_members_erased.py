"""Headings of lists that admins have explained; members who were erased; corrections of the own record in the audit."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('members', '0013_sign_in_event'),
    ]

    operations = [
        migrations.CreateModel(
            name='ListHeading',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
                ('meaning', models.CharField(blank=True, max_length=20)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AlterModelOptions(
            name='member',
            options={'permissions': [('play', 'Open a table, take a seat, keep the sheets of one’s own rubbers'), ('keep_any_sheet', 'Keep the sheet at any table, stop a rubber that was left'), ('keep_members', 'Import, invite and merge members, give roles, sign out a lost phone'), ('administer_club', 'Close seasons, settle disputes, book adjustments, read the raw records'), ('erase_members', 'Erase a member who asks for it, and take that back for 30 days'), ('own_club', 'Make and unmake owners; their records are out of the admins’ reach')]},
        ),
        migrations.RemoveConstraint(
            model_name='auditevent',
            name='members_deed_is_known',
        ),
        migrations.AddField(
            model_name='member',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='auditevent',
            name='what',
            field=models.CharField(choices=[('role', 'gave another role'), ('left', 'marked as having left the club'), ('back', 'marked as back in the club'), ('sessions', 'signed out everywhere'), ('pin', 'forgot the PIN'), ('joined', 'joined by the poster'), ('corrected', 'corrected the own record'), ('revoked', 'took back an invitation'), ('imported', 'imported a list of members'), ('exported', 'took the whole club along'), ('season', 'opened a season'), ('terms', 'changed the terms of a season')], max_length=10),
        ),
        migrations.AlterField(
            model_name='member',
            name='note',
            field=models.CharField(blank=True, help_text='Read by the admins; the member sees it in My data.', max_length=500),
        ),
        migrations.AddConstraint(
            model_name='auditevent',
            constraint=models.CheckConstraint(condition=models.Q(('what__in', ['role', 'left', 'back', 'sessions', 'pin', 'joined', 'corrected', 'revoked', 'imported', 'exported', 'season', 'terms'])), name='members_deed_is_known'),
        ),
        migrations.AddConstraint(
            model_name='member',
            constraint=models.CheckConstraint(condition=models.Q(('erased_at', None), models.Q(('is_active', False), ('is_staff', False), ('is_superuser', False), ('last_login', None), ('pin', ''), ('username', None), ('email', ''), ('external_id', ''), ('language', ''), ('national_id', ''), ('nickname', ''), ('note', ''), ('phone', '')), _connector='OR'), name='members_member_erased_has_nothing_left', violation_error_message='This member was erased: that must be undone first.'),
        ),
        migrations.AddField(
            model_name='listheading',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='listheading',
            constraint=models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='members_listheading_has_a_key'),
        ),
    ]
