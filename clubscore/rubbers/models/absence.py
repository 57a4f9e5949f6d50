"""The model of the reports "I am not there" of players."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from clubscore.database.append_only import AppendOnly
from clubscore.rubbers.models.motion import Motion
from clubscore.rubbers.models.rubber import Rubber


class NotThere(AppendOnly):
    """A player's report "I am not there" about a rubber that is played in the player's name.

    While the report is open, the rubber is not posted. The player closes it by taking it back or by signing the net
    score; or an arbiter closes it by a written ruling; or one player of each side does, by `motion`, whose maker is
    `closed_by` and whose reason is `ruling`.
    """

    may_change = ("closed_at", "closed_by", "ruling", "motion")

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="absences")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    ruling = models.CharField(max_length=200, blank=True)
    motion = models.ForeignKey(
        Motion, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rubber", "member"],
                condition=Q(closed_at=None),
                name="rubbers_notthere_one_open_a_member",
            ),
            models.CheckConstraint(
                name="rubbers_notthere_is_closed_whole",
                condition=Q(closed_at=None, closed_by=None, ruling="")
                | Q(closed_at__isnull=False, closed_by__isnull=False)
                & (
                    Q(closed_by=F("member"), ruling="")
                    | ~Q(closed_by=F("member")) & ~Q(ruling="")
                ),
            ),
            models.CheckConstraint(
                name="rubbers_notthere_motion_has_its_reason",
                condition=Q(motion=None) | ~Q(ruling=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} is not there in {self.rubber}"
