"""Net scores agreed in spite of a dispute, or by an admin instead; rulings that say what was ruled."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Q


def say_what_was_ruled(apps, schema_editor):
    """A ruling for the proposal wrote the next version of its deal in the same moment."""
    Proposal = apps.get_model("rubbers", "Proposal")
    Deal = apps.get_model("rubbers", "Deal")
    written = Deal.objects.filter(
        rubber=OuterRef("rubber"),
        number=OuterRef("base__number"),
        version=OuterRef("base__version") + 1,
        recorded_at=OuterRef("closed_at"),
    )
    ruled = Proposal.objects.exclude(ruling="").annotate(is_written=Exists(written))
    for pk, is_written in list(ruled.values_list("pk", "is_written")):
        Proposal.objects.filter(pk=pk).update(is_ruled_yes=is_written)


def one_agreement_a_member(apps, schema_editor):
    """Before, a reopening deleted the agreements, and nobody agreed twice to one net score."""
    NetAgreement = apps.get_model("rubbers", "NetAgreement")
    NetAgreement.objects.exclude(cleared_by=None).delete()
    earlier = NetAgreement.objects.filter(
        rubber=OuterRef("rubber"), newest=OuterRef("newest"), member=OuterRef("member"), pk__lt=OuterRef("pk")
    )
    twice = NetAgreement.objects.annotate(is_second=Exists(earlier)).filter(is_second=True)
    NetAgreement.objects.filter(pk__in=list(twice.values_list("pk", flat=True))).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("rubbers", "0014_auction_over_by_both_sides"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="netagreement", name="rubbers_netagreement_once_a_member"),
        migrations.AddField(
            model_name="netagreement",
            name="despite",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rubbers.proposal",
            ),
        ),
        migrations.AddField(
            model_name="netagreement",
            name="given_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="netagreement",
            name="reason",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="netagreement",
            name="cleared_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cleared",
                to="rubbers.reopening",
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="is_ruled_yes",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="consents_then",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(say_what_was_ruled, one_agreement_a_member),
        migrations.AddConstraint(
            model_name="netagreement",
            constraint=models.UniqueConstraint(
                condition=Q(cleared_by=None, despite=None),
                fields=("rubber", "newest", "member"),
                name="rubbers_netagreement_once_a_member",
            ),
        ),
        migrations.AddConstraint(
            model_name="netagreement",
            constraint=models.UniqueConstraint(
                condition=Q(cleared_by=None),
                fields=("rubber", "newest", "member", "despite"),
                name="rubbers_netagreement_once_a_dispute",
            ),
        ),
        migrations.AddConstraint(
            model_name="netagreement",
            constraint=models.CheckConstraint(
                condition=Q(given_by=None, reason="") | Q(given_by__isnull=False) & ~Q(reason=""),
                name="rubbers_netagreement_instead_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="netagreement",
            constraint=models.CheckConstraint(
                condition=Q(given_by=None) | ~Q(given_by=F("member")), name="rubbers_netagreement_instead_of_another"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=Q(ruling="", is_ruled_yes=None, consents_then=None)
                | ~Q(ruling="") & Q(is_ruled_yes__isnull=False),
                name="rubbers_proposal_is_ruled_whole",
            ),
        ),
    ]
