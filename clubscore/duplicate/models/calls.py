"""The model of players' calls for the director."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.claims import CLAIMS, claim_column
from clubscore.duplicate.models.session import Section, Session
from clubscore.duplicate.slot import OnSlot


class CallQuerySet(AppendOnlyQuerySet, models.QuerySet["Call"]):
    def waiting(self) -> Self:
        """Calls that nobody has answered, the oldest call first."""
        return self.filter(answered_at=None).order_by("pk")


class Call(OnSlot, AppendOnly):
    """A player's call for the director, with its reason. A director answers it by saying that they come."""

    may_change = ("answered_at", "answered_by")

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="calls", db_index=False
    )
    section = models.ForeignKey(
        Section, models.PROTECT, related_name="calls", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    about = models.CharField(max_length=200, blank=True)
    claim = claim_column()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    key = models.UUIDField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )

    objects: ClassVar = CallQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "key"], name="duplicate_call_one_row_a_key"
            ),
            models.CheckConstraint(
                name="duplicate_call_claim_is_known", condition=Q(claim__in=CLAIMS)
            ),
            models.CheckConstraint(
                name="duplicate_call_counts_from_1",
                condition=Q(round__gte=1, table__gte=1),
            ),
            models.CheckConstraint(
                name="duplicate_call_is_answered_by_somebody",
                condition=Q(answered_at=None, answered_by=None)
                | Q(answered_at__gte=F("at"), answered_by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Call to table {self.section}{self.table}"
