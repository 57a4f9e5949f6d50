"""The tokens of links, and the names on the poster."""

from base64 import b32encode, urlsafe_b64encode
from itertools import chain, count

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from clubscore.members.models import Invitation, Member
from clubscore.members.naming import look_of
from clubscore.members.roles import Role

NONCE_LENGTH = 11
LONGEST = 36  # characters of the name that is suggested: a number fits behind them
CODE_LENGTH = (
    10  # of base 32: 50 bits, a thousand tries a second for thousands of years
)
CLAIMED_IN_PERSON = (Role.SCORER.value, Role.ADMIN.value, Role.OWNER.value)


def token_of(invitation: Invitation) -> str:
    """The token in an invitation's link: 33 characters that only this server can make."""
    return invitation.nonce + _proof(invitation.nonce)


def _proof(nonce: str) -> str:
    mac = salted_hmac(
        "clubscore.members.invitation", nonce, algorithm="sha256"
    ).digest()[:16]
    return urlsafe_b64encode(mac).decode().rstrip("=")


def code_of(invitation: Invitation) -> str:
    """The short code on a card, to be typed: the number of the invitation, and ten letters and digits."""
    code = _code(invitation.nonce)
    return f"{invitation.pk}-{code[:5]}-{code[5:]}"


def _code(nonce: str) -> str:
    mac = salted_hmac(
        "clubscore.members.invitation.code", nonce, algorithm="sha256"
    ).digest()
    return b32encode(mac).decode().lower()[:CODE_LENGTH]


def invitation_of(token: str) -> Invitation | None:
    """The invitation with this token or code, open or not; None if no invitation has it."""
    number, _, code = token.partition("-")
    if number.isascii() and number.isdigit() and len(number) < NONCE_LENGTH:
        found = Invitation.objects.select_related("member").filter(pk=number).first()
        typed = code.replace("-", "").lower()
        if (
            found
            and typed.isascii()
            and constant_time_compare(typed, _code(found.nonce))
        ):
            return found
    nonce, proof = token[:NONCE_LENGTH], token[NONCE_LENGTH:]
    if not constant_time_compare(proof, _proof(nonce)):
        return None
    return Invitation.objects.select_related("member").filter(nonce=nonce).first()


def suggested_sign_in_name(member: Member) -> str:
    """A free sign-in name: the first name in small letters, else with the surname, else with a number as well."""
    first, *others = member.name.casefold().split()
    whole = ".".join([first, *others[-1:]])
    taken = {
        look_of(name)
        for name in Member.objects.exclude(username=None).values_list(
            "username", flat=True
        )
    }
    numbered = (f"{whole}{number}" for number in count(2))
    candidates = (name[:LONGEST] for name in chain([first, whole], numbered))
    return next(name for name in candidates if look_of(name) not in taken)


def on_the_poster() -> QuerySet[Member]:
    """Members who may join by the poster: they have not joined, and have no rights beyond a player's."""
    waiting = Member.objects.present().filter(username=None)
    return waiting.exclude(groups__name__in=CLAIMED_IN_PERSON).order_by("name", "pk")
