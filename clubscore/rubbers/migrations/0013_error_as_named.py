"""What a proposal says was wrong about the tricks. Those of before were treated as tricks agreed wrongly."""

from django.db import migrations, models
from django.db.models import F, Q

NAMED = Q(error="") | Q(
    error__in=["recording", "agreement"], origin="correction", strikes=False, tricks__isnull=False
)


def name_as_treated(apps, schema_editor):
    Proposal = apps.get_model("rubbers", "Proposal")
    played = Proposal.objects.filter(tricks__isnull=False, base__tricks__isnull=False).exclude(tricks=F("base__tricks"))
    asked = played.filter(rubber__system__in=["contract", "chicago"], origin="correction", strikes=False)
    asked.update(error="agreement")


class Migration(migrations.Migration):
    dependencies = [("rubbers", "0012_house_rules")]

    operations = [
        migrations.AddField(
            model_name="proposal",
            name="error",
            field=models.CharField(
                blank=True,
                choices=[("recording", "agreed rightly, recorded wrongly"), ("agreement", "agreed wrongly")],
                default="",
                max_length=10,
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(condition=NAMED, name="rubbers_proposal_names_an_error_of_tricks"),
        ),
        migrations.RemoveIndex(model_name="rubber", name="rubbers_rubber_ending"),
        migrations.AddIndex(
            model_name="rubber",
            index=models.Index(
                fields=["ended_at"], condition=~Q(ending_reason=""), name="rubbers_rubber_stopped"
            ),
        ),
        migrations.RunPython(name_as_treated, migrations.RunPython.noop),
    ]
