"""Options with which a device makes or uses a passkey, and checks of its answers, by the WebAuthn library.

The module reads no database and no requests. The library is loaded when it is first needed: it takes 25 MB, which a
club without passkeys saves.
"""

import json
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from clubscore.members.models.passkey import LONGEST_KEY, LONGEST_NUMBER
from clubscore.members.passkeys.site import PasskeySite
from clubscore.refusals import Refused

if TYPE_CHECKING:
    import webauthn
else:
    webauthn = SimpleLazyObject(lambda: import_module("webauthn"))

logger = logging.getLogger(__name__)

LONGEST = 20_000  # characters of an answer: ten times those of a long one
TIMEOUT = 5 * 60 * 1000  # milliseconds, for finding the glasses
NUMBER = re.compile(r"[A-Za-z0-9_-]+")
NOT_RIGHT = _(
    "That did not come from a passkey for this club. Try again, or sign in with your password."
)

Options = dict[str, Any]
Answer = dict[str, Any]


class PasskeyRefused(Refused):
    """The refusal to accept, make or remove a passkey. The message says why."""


class NewKey(NamedTuple):
    """A passkey that a device has just made, and that `checked_new` has checked.

    `site` is the host name of the site. The handle, the id and the public key are base64url texts.
    """

    site: str
    user_handle: str
    credential_id: str
    public_key: str
    sign_count: int


def options_to_make(
    site: PasskeySite,
    *,
    club: str,
    username: str,
    name: str,
    user_handle: str,
    known: Iterable[str] = (),
) -> Options:
    """Options with which a browser makes a passkey that works without a typed name and needs the lock of the device.

    `known` are the ids of passkeys that the member has: a device with one of these passkeys makes no second one.
    """
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name=club,
        user_id=webauthn.base64url_to_bytes(user_handle),
        user_name=username,
        user_display_name=name,
        timeout=TIMEOUT,
        authenticator_selection=webauthn.helpers.structs.AuthenticatorSelectionCriteria(
            resident_key=webauthn.helpers.structs.ResidentKeyRequirement.REQUIRED,
            user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            webauthn.helpers.structs.PublicKeyCredentialDescriptor(
                id=webauthn.base64url_to_bytes(key_id)
            )
            for key_id in known
        ],
    )
    return webauthn.helpers.options_to_json_dict(options)


def options_to_use(site: PasskeySite) -> Options:
    """Options with which a browser asks for any passkey of this site."""
    options = webauthn.generate_authentication_options(
        rp_id=site.name,
        timeout=TIMEOUT,
        user_verification=webauthn.helpers.structs.UserVerificationRequirement.REQUIRED,
    )
    return webauthn.helpers.options_to_json_dict(options)


def answer_of(text: str) -> Answer:
    """The answer of a device, parsed from JSON. Raises PasskeyRefused for a text that is not an answer."""
    answer: Any = None
    with suppress(ValueError, RecursionError):
        answer = json.loads(text) if len(text) <= LONGEST else None
    number = answer.get("id") if isinstance(answer, dict) else None
    if (
        not isinstance(number, str)
        or not NUMBER.fullmatch(number)
        or len(number) > LONGEST_NUMBER
    ):
        raise PasskeyRefused(NOT_RIGHT)
    return answer


def checked_new(
    answer: Answer, *, site: PasskeySite, challenge: str, user_handle: str
) -> NewKey:
    """The new passkey in a device's answer. It was made for this challenge and site, after the device was unlocked.

    Raises PasskeyRefused if that is not so. `user_handle` becomes a part of the passkey.
    """
    try:
        made = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (
        Exception
    ) as error:  # of several libraries, which read what anybody may have sent
        raise _refusal(error) from error
    key = NewKey(
        site=site.name,
        user_handle=user_handle,
        credential_id=webauthn.helpers.bytes_to_base64url(made.credential_id),
        public_key=webauthn.helpers.bytes_to_base64url(made.credential_public_key),
        sign_count=made.sign_count,
    )
    if len(key.credential_id) > LONGEST_NUMBER or len(key.public_key) > LONGEST_KEY:
        raise PasskeyRefused(NOT_RIGHT)
    return key


def checked_use(
    answer: Answer,
    *,
    site: PasskeySite,
    challenge: str,
    public_key: str,
    sign_count: int,
) -> int:
    """The new count of signatures in a device's answer. The passkey has signed this challenge on the unlocked device.

    `public_key` and `sign_count` are those that were stored with the passkey. Raises PasskeyRefused if the signature is
    wrong, and if the count has not risen, because then a copy of the key may exist. Passkeys that do not count always
    have 0, which is accepted.
    """
    try:
        used = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=webauthn.base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise _refusal(error) from error
    return used.new_sign_count


def handle_in(answer: Answer) -> str:
    """The user handle in a device's answer (see `handle_of`), as base64url without padding; empty if it is missing."""
    response = answer.get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    return handle.rstrip("=") if isinstance(handle, str) else ""


def _refusal(error: Exception) -> PasskeyRefused:
    logger.info("A passkey was refused: %s", ascii(str(error)[:200]))
    return PasskeyRefused(NOT_RIGHT)
