"""The correction periods of a session as an organiser sets them, one row each time they are set (Laws 79C and 92B)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.publication import USUAL_MINUTES
from clubscore.duplicate.models.session import Session


class PeriodTerms(AppendOnly):
    """The correction periods of a session from `set_at` on. The newest row counts, the session itself before the first.

    `correction_minutes` is the period for errors in scoring, `appeal_minutes` that for rulings and appeals, both from
    the publication on. `special_nature` says what is special about the contest, if a period is short.
    """

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="period_terms", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    correction_minutes = models.PositiveIntegerField()
    appeal_minutes = models.PositiveIntegerField()
    special_nature = models.CharField(max_length=200, blank=True)
    set_at = models.DateTimeField()
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name_plural = "period terms"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "number"],
                name="duplicate_periodterms_numbers_differ",
            ),
            models.CheckConstraint(
                name="duplicate_periodterms_short_period_has_its_reason",
                condition=Q(correction_minutes__gte=USUAL_MINUTES)
                | ~Q(special_nature=""),
            ),
        ]

    def __str__(self) -> str:
        return f"Correction periods of {self.session}, {self.number}"
