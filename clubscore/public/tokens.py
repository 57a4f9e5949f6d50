"""Makes and checks the secrets of links, feeds and programs."""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from django.utils.crypto import constant_time_compare, salted_hmac

from clubscore.public.models import ApiToken

NONCE_LENGTH = 11
API_PREFIX = "club_"


def new_nonce() -> str:
    return secrets.token_urlsafe(8)


def token_of(nonce: str, *, purpose: str) -> str:
    """The token of a link: the nonce, and a proof that only this server can make. It has 33 characters.

    So nobody can make a working link from a copy of the database. `purpose` is the kind of link: a token of one purpose
    is not valid for another.
    """
    return nonce + _proof(nonce, purpose)


def nonce_in(token: str, *, purpose: str) -> str | None:
    """The nonce of a token that this server has made for that purpose; None for any other text."""
    nonce, proof = token[:NONCE_LENGTH], token[NONCE_LENGTH:]
    return (
        nonce
        if proof.isascii() and constant_time_compare(proof, _proof(nonce, purpose))
        else None
    )


def _proof(nonce: str, purpose: str) -> str:
    mac = salted_hmac(
        f"clubscore.public.{purpose}", nonce, algorithm="sha256"
    ).digest()[:16]
    return urlsafe_b64encode(mac).decode().rstrip("=")


def new_api_secret() -> str:
    """A new random secret for a program. A plain hash of it is safe, because nobody can try 2^256 secrets."""
    return API_PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def open_tokens() -> list[ApiToken]:
    """The tokens that open the API, the newest first."""
    return list(
        ApiToken.objects.filter(revoked_at=None)
        .select_related("made_by")
        .order_by("-pk")
    )
