"""The model of a merge, which joins two member records of one person."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.members.models.member import Member


class Merge(AppendOnly):
    """A note that the records `kept` and `merged` are one person.

    The merge can be undone, because each record keeps its own rows, such as seats and bookings.
    """

    may_change = ("undone_at", "undone_by")

    kept = models.ForeignKey(Member, models.PROTECT, related_name="merges")
    merged = models.ForeignKey(Member, models.PROTECT, related_name="+")
    was_active = models.BooleanField()  # was the merged record, before
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Member, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        Member, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["merged"],
                condition=Q(undone_at=None),
                name="members_merge_one_standing_a_record",
            ),
            models.CheckConstraint(
                name="members_merge_undone_by_somebody",
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged} merged into {self.kept}" + (
            " (undone)" if self.undone_at else ""
        )
