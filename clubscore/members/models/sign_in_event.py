"""Sign-in events, kept for some weeks so that an admin can see sign-ins and failed attempts."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class SignInEvent(models.Model):
    """A sign-in, a failed attempt, or the end of a session. Typed text is not kept: it may be a password."""

    class What(models.TextChoices):
        IN = "in", _("signed in")
        FAILED = "failed", _("wrong password")
        KEY = "key", _("wrong passkey")
        REFUSED = "refused", _("too many tries")
        OUT = "out", _("signed out")
        CLOSED = "closed", _("signed out everywhere")

    FAILURES: ClassVar = (What.FAILED, What.KEY, What.REFUSED)

    what = models.CharField(max_length=8, choices=What)
    member = models.ForeignKey(  # null: no member has the name that was typed
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="sign_in_events",
    )
    network = models.CharField(max_length=43, blank=True)  # the address without its end
    device = models.CharField(max_length=80, blank=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.CheckConstraint(
                name="members_signinevent_is_known",
                condition=Q(
                    what__in=["in", "failed", "key", "refused", "out", "closed"]
                ),
            ),
            models.CheckConstraint(
                name="members_signinevent_names_whom_it_let_in",
                condition=Q(member__isnull=False)
                | Q(what__in=["failed", "key", "refused"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member or 'An unknown name'}: {self.get_what_display()}"

    @property
    def is_failure(self) -> bool:
        return self.what in self.FAILURES

    @property
    def stranger(self) -> str:
        """Words for somebody who tried to sign in with a name or a passkey that no member has."""
        return (
            gettext("A passkey that nobody has")
            if self.what == self.What.KEY
            else gettext("A name that nobody has")
        )
