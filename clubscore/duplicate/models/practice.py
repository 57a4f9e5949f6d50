"""Choices of how sessions are scored, one row each time: the club's conventions, and a session's masterpoints."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.duplicate.models.session import Session
from scoring.contest.masterpoints import SCALES, MasterpointScale, scale_from
from scoring.contest.practices import OWN, PRACTICES

NO_SCALE: Final = "none"
OWN_SCALE: Final = "own"


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


class ScaleChoice(AppendOnly):
    """The scale of masterpoints of a session from `chosen_at` on. The newest row counts.

    `scale` is a name in `scoring.contest.masterpoints.SCALES`, `own`, or `none`. `data` are the numbers of the scale as
    they were when it was chosen; empty for `none`.
    """

    session = models.ForeignKey(
        Session, models.PROTECT, related_name="scale_choices", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    scale = models.CharField(max_length=12)
    data = models.JSONField(default=dict, blank=True)
    chosen_at = models.DateTimeField()
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name_plural = "scales of masterpoints"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "number"],
                name="duplicate_scalechoice_numbers_differ",
            ),
            models.CheckConstraint(
                name="duplicate_scalechoice_counts_from_1", condition=Q(number__gte=1)
            ),
            models.CheckConstraint(
                name="duplicate_scalechoice_is_known",
                condition=Q(scale__in=[*SCALES, OWN_SCALE, NO_SCALE]),
            ),
        ]

    def __str__(self) -> str:
        return f"Masterpoints by {self.scale}"

    @property
    def numbers(self) -> MasterpointScale | None:
        """The scale with its numbers; None if the session gives no masterpoints."""
        if not self.data:
            return None
        return scale_from(self.data)
