"""Signing in: invitations, tries, wrong PINs, open sessions."""

from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q

from clubscore.database.append_only import AppendOnly, AppendOnlyQuerySet

VALID_FOR = timedelta(days=7)


class InvitationQuerySet(AppendOnlyQuerySet, models.QuerySet["Invitation"]):
    def open_at(self, now: datetime) -> Self:
        """The invitations that are open at this time."""
        return self.filter(
            used_at=None,
            revoked_at=None,
            expires_at__gt=now,
            expires_at__lte=now + 2 * VALID_FOR,
        )


class Invitation(AppendOnly):
    """A link by which one member joins or chooses a new password. A poster's link is for all who have not joined.

    The link is made of `nonce` and the server's secret key (`token_of`), so nobody can make it from the database alone.
    """

    may_change = ("used_at", "revoked_at")

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="invitations",
    )
    nonce = models.CharField(max_length=11, unique=True, editable=False)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+"
    )
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = InvitationQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(used_at=None, revoked_at=None),
                name="members_invitation_one_open_a_member",
            ),
            models.CheckConstraint(
                name="members_invitation_posters_are_not_used_up",
                condition=Q(used_at=None) | Q(member__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Poster {self.pk}" if self.is_poster else f"Invitation of {self.member}"

    @property
    def is_poster(self) -> bool:
        return self.member_id is None

    def is_open(self, now: datetime) -> bool:
        """True if the invitation can be used at this time: it is not used, revoked or expired.

        An invitation that a wrong clock has dated far ahead is not open either, because it would be open for years.
        """
        return (
            self.used_at is None
            and self.revoked_at is None
            and now < self.expires_at <= now + 2 * VALID_FOR
        )


class Attempt(models.Model):
    """An attempt to sign in or to join. `key` is the key of the TryLimit against which it counts."""

    key = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["key", "at"], name="members_attempt_of_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]} at {self.at:%H:%M}"


class WrongPin(models.Model):
    """An attempt with a wrong PIN. Five such attempts lock the member's PIN for a while."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="wrong_pins"
    )
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["member", "-at"], name="members_wrongpin_newest")
        ]

    def __str__(self) -> str:
        return f"{self.member}: wrong PIN at {self.at:%H:%M}"


class OpenSession(AbstractBaseSession):
    """A session with its member and its device, so that it can be listed and closed."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="open_sessions",
        db_constraint=False,
    )
    device = models.CharField(max_length=80, blank=True)
    begun_at = models.DateTimeField(null=True)
