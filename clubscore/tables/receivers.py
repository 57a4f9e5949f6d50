"""Receivers that change seats when a member leaves the club, or when two member records are merged."""

from datetime import datetime

from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubscore.members.merging.services import MergeRefused
from clubscore.members.models import Member
from clubscore.members.people.services import CannotLeave
from clubscore.members.signals import leaving, merging, weighing_a_merge
from clubscore.tables.models import Sitting
from clubscore.tables.refusals import SeatingRefused
from clubscore.tables.services import come_to_table, leave_table
from scoring import Seat


@receiver(leaving)
def leave_the_table(*, member: Member, now: datetime, **signal: object) -> None:
    """Take a member who leaves the club away from the table. Raises CannotLeave in the middle of a rubber."""
    sitting = (
        Sitting.objects.present().filter(member=member).select_related("table").first()
    )
    if sitting is None:
        return
    try:
        leave_table(table=sitting.table, member=member, now=now)
    except SeatingRefused:
        words = _("%(name)s is in the middle of a rubber at %(table)s.")
        names = {"name": member.name, "table": sitting.table.called}
        raise CannotLeave(words % names) from None


@receiver(weighing_a_merge)
def two_places(*, kept: Member, merged: Member, **signal: object) -> list[str]:
    """The reasons against a merge of two member records: one sentence if both are at tables, else []."""
    sittings = (
        Sitting.objects.present()
        .filter(member__in=[kept, merged])
        .select_related("table")
    )
    table_of = {sitting.member_id: sitting.table for sitting in sittings}
    if len(table_of) < 2:
        return []
    table = table_of[kept.pk]
    other_table = table_of[merged.pk]
    if table == other_table:
        words = _(
            "%(kept)s and %(merged)s are both at %(table)s: one of them must leave it first."
        )
    else:
        words = _(
            "%(kept)s is at %(table)s and %(merged)s at %(other_table)s: one of them must leave first."
        )
    names = {
        "kept": kept.name,
        "merged": merged.name,
        "table": table.called,
        "other_table": other_table.called,
    }
    return [words % names]


@receiver(merging)
def keep_the_place(
    *, kept: Member, merged: Member, now: datetime, **signal: object
) -> None:
    """Give the merged record's place at a table to the kept record, unless the kept record may not sit at tables.

    The kept record takes the same seat, or the same place in the line of members who wait to cut in. Raises
    MergeRefused in the middle of a rubber.
    """
    sitting = (
        Sitting.objects.present().filter(member=merged).select_related("table").first()
    )
    if sitting is None:
        return
    try:
        leave_table(table=sitting.table, member=merged, now=now)
    except SeatingRefused as refusal:
        raise MergeRefused(str(refusal)) from refusal
    sitting.refresh_from_db(fields=["seat"])
    if Member.objects.who_may_sit().filter(pk=kept.pk).exists():
        seat = Seat(sitting.seat) if sitting.seat else None
        by = None if sitting.confirmed_at else sitting.seated_by
        come_to_table(
            table=sitting.table,
            member=kept,
            seat=seat,
            by=by,
            now=now,
            since=sitting.arrived_at,
        )
