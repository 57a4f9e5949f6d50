"""The club's choice of the conventions by which its sessions are scored, one row each time it chooses."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from scoring.contest.practices import OWN, PRACTICES


class PracticeChoice(AppendOnly):
    """A practice that the club chose, for the sessions that are opened from then on. The newest choice counts.

    `practice` is a name in `scoring.contest.practices.PRACTICES`, or `own`: then `conventions` has the value of every
    convention, otherwise it is empty.
    """

    practice = models.CharField(max_length=8)
    conventions = models.JSONField(default=dict, blank=True)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    chosen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "practices of duplicate"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="duplicate_practicechoice_is_known",
                condition=Q(practice__in=[*PRACTICES, OWN]),
            ),
        ]

    def __str__(self) -> str:
        return f"Practice {self.practice}"
