"""Who says that an auction is over is a row of each side, of the version of the deal that it followed.

A row used to have the number of that deal, and one player's ended the period for all. It stays what it is: the word of
one player. In a rubber that waits to be agreed, the period of its last deal is open again until the other side says so too.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Q

HOW = [
    ("recorded", "recorded it"),
    ("kept", "kept the same in the other book"),
    ("tapped", "agreed"),
    ("pin", "agreed by PIN at another's device"),
]
UNDONE = "Undone"  # the reason that an undo wrote, and a vote could


def point_to_versions(apps, schema_editor):
    AuctionOver, Deal = apps.get_model("rubbers", "AuctionOver"), apps.get_model("rubbers", "Deal")
    for row in AuctionOver.objects.all():
        versions = Deal.objects.filter(rubber=row.rubber_id, number=row.number).order_by("version")
        then = versions.filter(recorded_at__lte=row.at).last() or versions.first()
        AuctionOver.objects.filter(pk=row.pk).update(after=then)
    _check_now(schema_editor)


def point_to_numbers(apps, schema_editor):
    """One row for each auction of which two have said that it is over; other rows would say more than was said."""
    AuctionOver = apps.get_model("rubbers", "AuctionOver")
    said = {}
    for row in AuctionOver.objects.exclude(after=None).select_related("after").order_by("pk"):
        said.setdefault((row.rubber_id, row.after.number), []).append(row.pk)
    for (_, number), rows in said.items():
        if len(rows) > 1:
            AuctionOver.objects.filter(pk=rows[1]).update(number=number)
    AuctionOver.objects.filter(number=None).delete()
    _check_now(schema_editor)


def mark_undone(apps, schema_editor):
    Deal, Proposal = apps.get_model("rubbers", "Deal"), apps.get_model("rubbers", "Proposal")
    voted = Proposal.objects.filter(
        rubber=OuterRef("rubber"),
        base__number=OuterRef("number"),
        base__version=OuterRef("version") - 1,
        strikes=True,
        state__in=["accepted", "ruled"],
        closed_at=F("rubber__deals__recorded_at"),
        rubber__deals__pk=OuterRef("pk"),
    )
    Deal.objects.filter(~Exists(voted), version__gt=1, is_struck=True, reason=UNDONE).update(is_undone=True)
    _check_now(schema_editor)


def _check_now(schema_editor):
    """PostgreSQL changes no table whose foreign keys are still to be checked."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("rubbers", "0013_error_as_named"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="auctionover",
            name="after",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rubbers.deal"
            ),
        ),
        migrations.RemoveConstraint(model_name="auctionover", name="rubbers_auctionover_once_a_deal"),
        migrations.AlterField(
            model_name="auctionover", name="number", field=models.PositiveSmallIntegerField(null=True)
        ),
        migrations.RunPython(point_to_versions, point_to_numbers),
        migrations.AddField(
            model_name="auctionover",
            name="how",
            field=models.CharField(choices=HOW, default="tapped", max_length=10),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="auctionover",
            name="device_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RemoveField(model_name="auctionover", name="number"),
        migrations.AddConstraint(
            model_name="auctionover",
            constraint=models.UniqueConstraint(fields=["after", "member"], name="rubbers_auctionover_once_a_member"),
        ),
        migrations.AddConstraint(
            model_name="auctionover",
            constraint=models.UniqueConstraint(
                condition=Q(after=None), fields=["rubber", "member"], name="rubbers_auctionover_once_before_the_first"
            ),
        ),
        migrations.AddField(model_name="deal", name="is_undone", field=models.BooleanField(default=False)),
        migrations.RunPython(mark_undone, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=Q(is_undone=False) | Q(is_struck=True), name="rubbers_deal_undone_is_struck"
            ),
        ),
    ]
