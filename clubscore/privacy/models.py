"""Erased members, the values that are kept to undo an erasure, and the club's own words about privacy."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly

KEPT_FOR = timedelta(days=30)


class Erasure(AppendOnly):
    """The erasure of a member: who erased the member, and when.

    It also has the time of its undoing, or the time when the values stored for an undo were destroyed. It does not have
    the old name.
    """

    may_change = ("undone_at", "undone_by", "destroyed_at")

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="erasures"
    )
    # Of the new name; from 1, and never used twice.
    number = models.PositiveIntegerField(unique=True)
    erased_at = models.DateTimeField()
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    # When what was kept was destroyed.
    destroyed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(undone_at=None),
                name="privacy_erasure_one_standing_a_member",
            ),
            models.CheckConstraint(
                name="privacy_erasure_undone_by_somebody",
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
            ),
            models.CheckConstraint(
                name="privacy_erasure_undone_or_destroyed",
                condition=Q(undone_at=None) | Q(destroyed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name that replaces the member's name, such as `Former member 17`."""
        return f"Former member {self.number}"

    @property
    def final_at(self) -> datetime:
        """The end of the time in which the erasure can be undone."""
        return self.erased_at + KEPT_FOR

    @property
    def is_final(self) -> bool:
        """True if the values that were stored for an undo are destroyed, so that the erasure cannot be undone."""
        return self.undone_at is None and self.destroyed_at is not None


class KeptValue(models.Model):
    """The values that one row had before an erasure, stored for an undo. No other table has them."""

    erasure = models.ForeignKey(Erasure, models.PROTECT, related_name="kept")
    model = models.CharField(max_length=60)  # as `members.Member`
    row = models.PositiveBigIntegerField()
    values = models.JSONField()  # by field

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["erasure", "model", "row"], name="privacy_keptvalue_one_a_row"
            )
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.row}"


class ClubWords(AppendOnly):
    """The club's own words on the privacy page; the newest row counts."""

    contact = models.CharField(max_length=200, blank=True)  # whom to ask
    words = models.TextField(max_length=4000, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "club words"

    def __str__(self) -> str:
        return f"Privacy words {self.pk}"
