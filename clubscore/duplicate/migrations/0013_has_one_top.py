"""A session that was published before all its boards had one top keeps the tops by which it was published."""

from django.db import migrations, models


def keep_what_was_published(apps, schema_editor):
    Session, Publication = (apps.get_model("duplicate", name) for name in ("Session", "Publication"))
    published = Publication.objects.values("session")
    Session.objects.filter(pk__in=published).update(has_one_top=False)


class Migration(migrations.Migration):

    dependencies = [
        ("duplicate", "0012_appeal_minutes"),
    ]

    operations = [
        migrations.AddField("session", "has_one_top", models.BooleanField(db_default=True, default=True, editable=False)),
        migrations.RunPython(keep_what_was_published, migrations.RunPython.noop),
    ]
