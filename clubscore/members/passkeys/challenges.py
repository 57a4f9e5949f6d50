"""Challenges for passkeys. The session keeps one challenge, for one purpose, for one use and for a short time."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.members.passkeys.ceremonies import Options, PasskeyRefused

KEY = "passkey"
VALID_FOR = timedelta(minutes=10)


class ChallengePurpose(StrEnum):
    """The purpose of a challenge. A challenge for signing in cannot be used to add a key."""

    SIGN_IN = "sign in"
    ADD = "add"
    JOIN = "join"


class Challenge(NamedTuple):
    """A challenge that was kept in the session, with the member for whom a passkey is to be made.

    `user_handle` is the handle that the new passkey gets, `member_id` the id of the member. A challenge for signing in
    has neither.
    """

    challenge: str
    user_handle: str = ""
    member_id: int | None = None


def keep_challenge(
    request: HttpRequest,
    purpose: ChallengePurpose,
    options: Options,
    *,
    now: datetime,
    member_id: int | None = None,
) -> None:
    """Keep the challenge of these options in the session for a short time, in place of an earlier challenge."""
    request.session[KEY] = {
        "purpose": purpose.value,
        "challenge": options["challenge"],
        "user_handle": options.get("user", {}).get("id", ""),
        "member_id": member_id,
        "until": (now + VALID_FOR).isoformat(),
    }
    # Who only asks for a challenge leaves nothing behind for long.
    if not request.user.is_authenticated:
        request.session.set_expiry(int(VALID_FOR.total_seconds()))


def take_challenge(
    request: HttpRequest, purpose: ChallengePurpose, *, now: datetime
) -> Challenge:
    """Remove the challenge from the session and return it.

    Raises PasskeyRefused if the session has no challenge for this purpose, or if the challenge is too old.
    """
    kept = request.session.pop(KEY, None)
    if (
        not kept
        or kept["purpose"] != purpose
        or not now < datetime.fromisoformat(kept["until"]) <= now + VALID_FOR
    ):
        raise PasskeyRefused(_("That took too long, or was sent twice. Try again."))
    return Challenge(kept["challenge"], kept["user_handle"], kept["member_id"])
