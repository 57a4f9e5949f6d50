"""The tokens of links, and the names on the poster."""

from base64 import urlsafe_b64encode

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from clubscore.members.models import Invitation, Member
from clubscore.members.roles import Role

NONCE_LENGTH = 11
CLAIMED_IN_PERSON = (Role.SCORER.value, Role.ADMIN.value, Role.OWNER.value)


def token_of(invitation: Invitation) -> str:
    """The token in the link: 33 characters that only this server can make."""
    return invitation.nonce + _proof(invitation.nonce)


def _proof(nonce: str) -> str:
    mac = salted_hmac("clubscore.members.invitation", nonce, algorithm="sha256").digest()[:16]
    return urlsafe_b64encode(mac).decode().rstrip("=")


def invitation_of(token: str) -> Invitation | None:
    """The invitation that the link belongs to, whether or not it still lets anybody in."""
    nonce, proof = token[:NONCE_LENGTH], token[NONCE_LENGTH:]
    if not constant_time_compare(proof, _proof(nonce)):
        return None
    return Invitation.objects.select_related("member").filter(nonce=nonce).first()


def on_the_poster() -> QuerySet[Member]:
    """Members who may join by the poster: they have not joined, and have no rights beyond a player's."""
    waiting = Member.objects.present().filter(username=None)
    return waiting.exclude(groups__name__in=CLAIMED_IN_PERSON).order_by("name", "pk")
