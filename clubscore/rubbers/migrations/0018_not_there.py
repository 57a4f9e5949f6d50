"""Players who say that they are not there; signatures by table PIN, which bind guests alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

HOW = [
    ("recorded", "recorded it"),
    ("kept", "kept the same in the other book"),
    ("tapped", "agreed"),
    ("pin", "agreed by PIN at another's device"),
    ("table-pin", "agreed by table PIN at another's device"),
]
SIGNATURES = ["AuctionOver", "DealAgreement", "NetAgreement", "SubstitutionConsent"]
BY_TABLE_PIN = Q(how="table-pin")


def every_pin_alike(apps, schema_editor):
    """Before, there was one kind of PIN, and nobody signed one thing twice."""
    for name, thing in ("AuctionOver", "after"), ("NetAgreement", "newest"):
        model = apps.get_model("rubbers", name)
        signed = set(model.objects.exclude(BY_TABLE_PIN).values_list("rubber", thing, "member"))
        twice = [
            pk
            for pk, *signature in model.objects.filter(BY_TABLE_PIN).values_list("pk", "rubber", thing, "member")
            if tuple(signature) in signed
        ]
        model.objects.filter(pk__in=twice).delete()
    for name in (*SIGNATURES, "Vote"):
        apps.get_model("rubbers", name).objects.filter(BY_TABLE_PIN).update(how="pin")


def how(**options):
    return models.CharField(choices=HOW, max_length=10, **options)


class Migration(migrations.Migration):
    runs_beside = "the version before never writes signatures by table PIN, which alone the two new constraints are about"
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("rubbers", "0017_who_goes_out"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotThere",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("ruling", models.CharField(blank=True, max_length=200)),
                (
                    "rubber",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="absences", to="rubbers.rubber"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["rubber", "member"],
                        condition=Q(closed_at=None),
                        name="rubbers_notthere_one_open_a_member",
                    ),
                    models.CheckConstraint(
                        name="rubbers_notthere_is_closed_whole",
                        condition=Q(closed_at=None, closed_by=None, ruling="")
                        | Q(closed_at__isnull=False, closed_by__isnull=False)
                        & (Q(closed_by=F("member"), ruling="") | ~Q(closed_by=F("member")) & ~Q(ruling="")),
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint("auctionover", "rubbers_auctionover_once_a_member"),
        migrations.RemoveConstraint("auctionover", "rubbers_auctionover_once_before_the_first"),
        migrations.RemoveConstraint("netagreement", "rubbers_netagreement_once_a_member"),
        migrations.RemoveConstraint("netagreement", "rubbers_netagreement_once_a_dispute"),
        *(migrations.AlterField(name, "how", how()) for name in SIGNATURES),
        migrations.AlterField("Vote", "how", how(default="tapped")),
        migrations.RunPython(migrations.RunPython.noop, every_pin_alike),
        migrations.AddConstraint(
            "auctionover",
            models.UniqueConstraint(
                fields=["after", "member"], condition=~BY_TABLE_PIN, name="rubbers_auctionover_once_a_member"
            ),
        ),
        migrations.AddConstraint(
            "auctionover",
            models.UniqueConstraint(
                fields=["rubber", "member"],
                condition=Q(after=None) & ~BY_TABLE_PIN,
                name="rubbers_auctionover_once_before_the_first",
            ),
        ),
        migrations.AddConstraint(
            "auctionover",
            models.UniqueConstraint(
                "rubber",
                "member",
                Coalesce("after", 0, output_field=models.BigIntegerField()),
                condition=BY_TABLE_PIN,
                name="rubbers_auctionover_once_by_table_pin",
            ),
        ),
        migrations.AddConstraint(
            "netagreement",
            models.UniqueConstraint(
                fields=["rubber", "newest", "member"],
                condition=Q(despite=None, cleared_by=None) & ~BY_TABLE_PIN,
                name="rubbers_netagreement_once_a_member",
            ),
        ),
        migrations.AddConstraint(
            "netagreement",
            models.UniqueConstraint(
                fields=["rubber", "newest", "member", "despite"],
                condition=Q(cleared_by=None) & ~BY_TABLE_PIN,
                name="rubbers_netagreement_once_a_dispute",
            ),
        ),
        migrations.AddConstraint(
            "netagreement",
            models.UniqueConstraint(
                "rubber",
                "newest",
                "member",
                Coalesce("despite", 0, output_field=models.BigIntegerField()),
                condition=Q(cleared_by=None) & BY_TABLE_PIN,
                name="rubbers_netagreement_once_by_table_pin",
            ),
        ),
    ]
