"""Passkeys: keys in a member's device, behind its lock, that sign the member in without a password."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

LONGEST_NAME = 40
# As base64url: 1,023 bytes is what a device may send.
LONGEST_NUMBER, LONGEST_KEY = (
    1364,
    2000,
)


class Passkey(models.Model):
    """The public key of a member's passkey, which can check a signature but not make one.

    The private key never leaves the member's device.
    """

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys"
    )
    # The club's name on the net when it was made: it works under no other.
    site = models.CharField(max_length=253)
    # Base64url of random bytes, the same for all keys of the member.
    user_handle = models.CharField(max_length=86)
    # Base64url, as `public_key`.
    credential_id = models.CharField(max_length=LONGEST_NUMBER)
    public_key = models.CharField(max_length=LONGEST_KEY)
    sign_count = models.BigIntegerField(default=0, db_default=0)
    name = models.CharField(max_length=LONGEST_NAME)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["credential_id"], name="members_passkey_is_of_one_member"
            ),
            models.CheckConstraint(
                name="members_passkey_is_whole",
                condition=~Q(site="")
                & ~Q(user_handle="")
                & ~Q(credential_id="")
                & ~Q(public_key="")
                & ~Q(name=""),
            ),
            models.CheckConstraint(
                name="members_passkey_counts_from_zero", condition=Q(sign_count__gte=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.member}"
