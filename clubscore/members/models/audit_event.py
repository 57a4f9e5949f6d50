"""Events for the audit that no other row keeps."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubscore.database.append_only import AppendOnly

# Fmt: skip.
OF_A_MEMBER = [
    "role",
    "duties",
    "left",
    "back",
    "sessions",
    "pin",
    "joined",
    "corrected",
    "added",
    "changed",
    "key_made",
    "key_gone",
]
OF_THE_CLUB = ["revoked", "imported", "exported", "season", "terms", "rules", "club"]


class AuditEvent(AppendOnly):
    """An action on a member or in the club, with the state before and after in words."""

    class What(models.TextChoices):
        ROLE = "role", _("gave another role")
        DUTIES = "duties", _("gave other duties")
        LEFT = "left", _("marked as having left the club")
        BACK = "back", _("marked as back in the club")
        SESSIONS = "sessions", _("signed out everywhere")
        PIN = "pin", _("forgot the PIN")
        JOINED = "joined", _("joined by the poster")
        CORRECTED = "corrected", _("corrected their own record")
        ADDED = "added", _("put on the list")
        CHANGED = "changed", _("changed the record")
        KEY_MADE = "key_made", _("made a passkey")
        KEY_GONE = "key_gone", _("removed a passkey")
        REVOKED = "revoked", _("took back an invitation")
        IMPORTED = "imported", _("imported a list of members")
        EXPORTED = "exported", _("took the whole club along")
        SEASON = "season", _("opened a season")
        TERMS = "terms", _("changed the terms of a season")
        RULES = "rules", _("changed the house rules")
        CLUB = "club", _("changed the club's settings")

    what = models.CharField(max_length=10, choices=What)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="audit_events",
    )
    before = models.CharField(max_length=200, blank=True)
    after = models.CharField(max_length=200, blank=True)
    # Nobody's name is known of what is done at the prompt of the club's computer.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
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
        return f"{self.by or 'The prompt'} {self.get_what_display()}" + (
            f": {self.member}" if self.member_id else ""
        )
