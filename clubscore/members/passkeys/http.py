"""Helpers of the views about passkeys: the site of a request, a refusal for the script, a key that was just made."""

from datetime import datetime

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext_lazy as _

from clubscore.members.access.sessions import device_of
from clubscore.members.access.throttle import TooManyTries
from clubscore.members.models import Member
from clubscore.members.passkeys.ceremonies import (
    NOT_RIGHT,
    NewKey,
    PasskeyRefused,
    answer_of,
    checked_new,
)
from clubscore.members.passkeys.challenges import ChallengePurpose, take_challenge
from clubscore.members.passkeys.site import PasskeySite, site_of
from clubscore.refusals import Refused

NOT_HERE = _(
    "Passkeys work under the club’s fixed HTTPS address alone. Use a password here."
)


def site_or_refusal(request: HttpRequest) -> PasskeySite:
    """The site for which passkeys are made. Raises PasskeyRefused if the page was opened under another address."""
    if (site := site_of(request)) is None:
        raise PasskeyRefused(NOT_HERE)
    return site


def new_key(
    request: HttpRequest, purpose: ChallengePurpose, *, member: Member, now: datetime
) -> tuple[NewKey, str]:
    """The passkey that the device has just made for this member, and the name of the device.

    Raises PasskeyRefused unless the passkey was made for this member and for the challenge in the session.
    """
    site, kept = site_or_refusal(request), take_challenge(request, purpose, now=now)
    if kept.member_id != member.pk:
        raise PasskeyRefused(NOT_RIGHT)
    answer = answer_of(request.POST.get("credential", ""))
    key = checked_new(
        answer, site=site, challenge=kept.challenge, user_handle=kept.user_handle
    )
    return key, device_of(request.headers.get("User-Agent", ""))


def refused(refusal: Refused) -> JsonResponse:
    """The reason of the refusal as JSON, for the script of the page."""
    status = 429 if isinstance(refusal, TooManyTries) else 422
    return JsonResponse({"error": str(refusal)}, status=status)
