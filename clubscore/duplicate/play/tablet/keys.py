"""The two keys to a tablet, that in its address and the cookie of its device, both its id signed by the server, so that
neither the database nor the address alone opens anything.
"""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.database.prepared.queries import LARGEST_ID
from clubscore.duplicate.models import Tablet

LASTS = 7 * 24 * 3600  # seconds; longer than any session
ELSEWHERE = _(
    "Another device lies on this table. To use this one, ask the director for a new code and scan it here."
)
NOT_LAID = _(
    "This device does not lie on the table yet. Scan the code of the table with it, and tap “Lay it here”."
)


def key_of(tablet: Tablet) -> str:
    return _signer("tablet").sign(str(tablet.pk))


def tablet_or_404(key: str) -> Tablet:
    """The tablet that this key names. Raises Http404 for any other text, and for one that was closed."""
    try:
        pk = int(_signer("tablet").unsign(key))
    except (BadSignature, ValueError) as forged:
        raise Http404("There is no such tablet.") from forged
    found = (
        Tablet.objects.open().select_related("section").filter(pk=pk).first()
        if pk <= LARGEST_ID
        else None
    )
    if found is None:
        raise Http404("This tablet was closed: ask the director for another.")
    return found


def lying_or_403(request: HttpRequest, key: str) -> Tablet:
    """The tablet of this key, for a request from its own device. Raises Http404 for an unknown or closed key, and
    PermissionDenied, with advice, for another device.
    """
    tablet = tablet_or_404(key)
    if not is_device_of(request, tablet):
        refusal = ELSEWHERE if tablet.taken_at else NOT_LAID
        raise PermissionDenied(refusal)
    return tablet


def is_device_of(request: HttpRequest, tablet: Tablet) -> bool:
    """True if the device that asks is the one that was laid."""
    try:
        return _signer("device").unsign(
            request.COOKIES.get(cookie_of(tablet), "")
        ) == str(tablet.pk)
    except BadSignature:
        return False


def know_device(answer: HttpResponse, tablet: Tablet) -> None:
    """Let this device be the one of the tablet, by a cookie that no script and no other page reads."""
    answer.set_cookie(
        cookie_of(tablet),
        _signer("device").sign(str(tablet.pk)),
        max_age=LASTS,
        path=reverse("duplicate:tablet", args=[key_of(tablet)]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def cookie_of(tablet: Tablet) -> str:
    return f"tablet-{tablet.pk}"


def _signer(what: str) -> Signer:
    return Signer(salt=f"clubscore.duplicate.{what}", sep=".")
