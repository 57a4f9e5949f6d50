"""The word of members about a place that somebody else gave them: I am there, or I am not there."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet
from clubscore.duplicate.models.session import Session


class PresenceQuerySet(AppendOnlyQuerySet, models.QuerySet["Presence"]):
    def open(self) -> Self:
        """Words of members who are not there, which nobody has settled."""
        return self.filter(is_there=False, decision="")


class Presence(AppendOnly):
    """A member's word about their place in a session: `is_there`, or not.

    Where the member is not there, the place is contested until it is settled (`decision`): by the member, who is there
    after all; by an official, who finds that the member was there, with the reason (`decided_for`); or because
    somebody else was named for the place.
    """

    may_change = ("decision", "decided_by", "decided_at", "decided_for")

    class Decision(models.TextChoices):
        AFTER_ALL = "after_all", _("is there after all")
        WAS_THERE = "was_there", _("was there")
        REPLACED = "replaced", _("somebody else was named for the place")

    session = models.ForeignKey(Session, models.PROTECT, related_name="presences")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    is_there = models.BooleanField()
    said_at = models.DateTimeField()
    decision = models.CharField(max_length=9, choices=Decision, blank=True, default="")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_for = models.CharField(max_length=300, blank=True, default="")

    objects: ClassVar = PresenceQuerySet.as_manager()

    class Meta:
        verbose_name = "word about a place"
        verbose_name_plural = "words about places"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "member"],
                condition=Q(is_there=False, decision=""),
                name="duplicate_presence_one_open_a_member",
            ),
            models.CheckConstraint(
                name="duplicate_presence_decision_is_known",
                condition=Q(decision__in=["", "after_all", "was_there", "replaced"]),
            ),
            models.CheckConstraint(
                name="duplicate_presence_is_decided_by_somebody",
                condition=Q(
                    decision="", decided_by=None, decided_at=None, decided_for=""
                )
                | Q(
                    is_there=False,
                    decided_by__isnull=False,
                    decided_at__gte=F("said_at"),
                )
                & ~Q(decision=""),
            ),
            models.CheckConstraint(
                name="duplicate_presence_was_there_for_a_reason",
                condition=~Q(decision="was_there") | ~Q(decided_for=""),
            ),
            models.CheckConstraint(
                name="duplicate_presence_nobody_decides_their_own",
                condition=~Q(decision="was_there") | ~Q(decided_by=F("member")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} about {self.session}"

    @property
    def is_open(self) -> bool:
        """True while the place is contested."""
        return not self.is_there and not self.decision


def is_contested_in(publication: str) -> Exists:
    """An SQL condition about a published player: the place is contested, or somebody else was named for it.

    Once somebody else is named, it holds in the publications before that. `publication` is the path from the player to
    the publication.
    """
    words = Presence.objects.filter(
        Q(decision="")
        | Q(decision="replaced", decided_at__gt=OuterRef(f"{publication}__at")),
        Q(member=OuterRef("member")) | Q(member=OuterRef("member__merged_into")),
        session=OuterRef(f"{publication}__session"),
        is_there=False,
    )
    return Exists(words)
