"""The models of two events of a whole rubber, each with its reason: a bad pack, and a reopening."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly
from clubscore.rubbers.models.motion import Motion
from clubscore.rubbers.models.rubber import Rubber


class Reopening(AppendOnly):
    """The record that an agreed rubber was opened again for correction, with the reason.

    `member` is the arbiter who opened it. If one player of each side did, by `motion`, it is the player who asked. A
    voided rubber that counts again, but was not agreed when it was voided, has a reopening too: by the motion that
    restored it.
    """

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="reopenings")
    reason = models.CharField(max_length=200)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    motion = models.OneToOneField(
        Motion, models.PROTECT, null=True, blank=True, related_name="reopening"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="rubbers_reopening_has_a_reason", condition=~Q(reason="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.rubber} reopened: {self.reason}"


class PackNote(AppendOnly):
    """The record that the pack was found to be wrong, and when. Scores recorded until then stay valid (Law 79)."""

    rubber = models.ForeignKey(Rubber, models.PROTECT, related_name="pack_notes")
    text = models.CharField(max_length=200)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="rubbers_packnote_says_what_was_wrong", condition=~Q(text="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.rubber}: {self.text}"
