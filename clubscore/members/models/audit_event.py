"""Events for the audit that no other row keeps."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubscore.append_only import AppendOnly

OF_A_MEMBER = [
    "role", "left", "back", "sessions", "pin", "joined", "corrected", "added", "changed", "key_made", "key_gone",
]  # fmt: skip
OF_THE_CLUB = ["revoked", "imported", "exported", "season", "terms", "rules", "club"]


class AuditEvent(AppendOnly):
    """An action on a member or in the club, with the state before and after in words."""

    class What(models.TextChoices):
        ROLE = "role", "gave another role"
        LEFT = "left", "marked as having left the club"
        BACK = "back", "marked as back in the club"
        SESSIONS = "sessions", "signed out everywhere"
        PIN = "pin", "forgot the PIN"
        JOINED = "joined", "joined by the poster"
        CORRECTED = "corrected", "corrected the own record"
        ADDED = "added", "put on the list"
        CHANGED = "changed", "changed the record"
        KEY_MADE = "key_made", "made a passkey"
        KEY_GONE = "key_gone", "removed a passkey"
        REVOKED = "revoked", "took back an invitation"
        IMPORTED = "imported", "imported a list of members"
        EXPORTED = "exported", "took the whole club along"
        SEASON = "season", "opened a season"
        TERMS = "terms", "changed the terms of a season"
        RULES = "rules", "changed the house rules"
        CLUB = "club", "changed the club's settings"

    what = models.CharField(max_length=10, choices=What)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="audit_events"
    )
    before = models.CharField(max_length=200, blank=True)
    after = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "members_deed"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="members_deed_is_known",
                condition=Q(what__in=[*OF_A_MEMBER, *OF_THE_CLUB]),
            ),
            models.CheckConstraint(
                name="members_deed_names_whom",
                condition=Q(member__isnull=False) | Q(what__in=OF_THE_CLUB),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} {self.get_what_display()}" + (f": {self.member}" if self.member_id else "")
