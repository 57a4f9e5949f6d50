from django.db import migrations, models


def begin_seats_and_agree_what_is_posted(apps, schema_editor):
    """Rubbers from before agreement: their players sat from the start, and what is over has been posted."""
    rubber = apps.get_model("rubbers", "Rubber")
    for played in rubber.objects.all():
        played.seats.update(since=played.started_at)
    rubber.objects.filter(ended_at__isnull=False).update(agreed_at=models.F("ended_at"))


class Migration(migrations.Migration):
    dependencies = [("rubbers", "0004_agreement")]

    operations = [migrations.RunPython(begin_seats_and_agree_what_is_posted, migrations.RunPython.noop)]
