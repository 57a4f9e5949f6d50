"""Who brought a member to a table; of those who sit there already nobody knows."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0004_a_cut_for_one_rubber"),
    ]

    operations = [
        migrations.AddField(
            model_name="sitting",
            name="seated_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sitting",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="sitting",
            constraint=models.CheckConstraint(
                condition=Q(seated_by=None) | ~Q(seated_by=F("member")), name="tables_sitting_seated_by_another"
            ),
        ),
    ]
