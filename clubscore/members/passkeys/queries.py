"""Reads about passkeys."""

from secrets import token_urlsafe

from django.db.models import QuerySet

from clubscore.members.models import Member, Passkey


def passkeys_of(member: Member) -> QuerySet[Passkey]:
    """The member's passkeys, the oldest first."""
    return member.passkeys.order_by("pk")


def handle_of(member: Member) -> str:
    """The handle that the member's keys have, by which a device replaces one by its successor; a new one otherwise."""
    known = (
        member.passkeys.order_by("-pk").values_list("user_handle", flat=True).first()
    )
    return known or token_urlsafe(48)
