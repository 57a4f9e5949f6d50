"""The passkeys of a member, and the handle by which devices know the member."""

from secrets import token_urlsafe

from django.db.models import QuerySet

from clubscore.members.models import Member, Passkey


def passkeys_of(member: Member) -> QuerySet[Passkey]:
    """The member's passkeys, the oldest first."""
    return member.passkeys.order_by("pk")


def handle_of(member: Member) -> str:
    """The user handle of the member's newest passkey, or a new random handle if the member has no passkey.

    The handle is the id of the member for a device: a new passkey with the same handle replaces the device's old one.
    """
    known = (
        member.passkeys.order_by("-pk").values_list("user_handle", flat=True).first()
    )
    return known or token_urlsafe(48)
