"""The two keys to a tablet: the key in its address and the cookie of its device.

Both are the tablet's id, signed by the server, so that neither the database nor the address alone opens a table.
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
    """The key in the address of a tablet: its id, signed."""
    return _signer("tablet").sign(str(tablet.pk))


def tablet_or_404(key: str) -> Tablet:
    """The tablet that this key names. Raises Http404 for a key without a valid signature, and for a closed tablet."""
    try:
        pk = int(_signer("tablet").unsign(key))
    except (BadSignature, ValueError) as forged:
        raise Http404("There is no such tablet.") from forged
    tablet = None
    if pk <= LARGEST_ID:
        tablets = Tablet.objects.open().select_related("section", "pair")
        tablet = tablets.filter(pk=pk).first()
    if tablet is None:
        raise Http404("This tablet was closed: ask the director for another.")
    return tablet


def lying_or_403(request: HttpRequest, key: str) -> Tablet:
    """The tablet that this key names, if the tablet's own device sends the request.

    Raises Http404 for a key without a valid signature, and for a closed tablet. Raises PermissionDenied for another
    device; the message says what to do.
    """
    tablet = tablet_or_404(key)
    if not is_device_of(request, tablet):
        refusal = ELSEWHERE if tablet.taken_at else NOT_LAID
        raise PermissionDenied(refusal)
    return tablet


def is_device_of(request: HttpRequest, tablet: Tablet) -> bool:
    """True if the request comes from the device that was laid on the table."""
    cookie = request.COOKIES.get(cookie_of(tablet), "")
    try:
        return _signer("device").unsign(cookie) == str(tablet.pk)
    except BadSignature:
        return False


def know_device(answer: HttpResponse, tablet: Tablet) -> None:
    """Set the cookie that makes this device the device of the tablet.

    Scripts cannot read the cookie, and the browser sends it only to the pages of the tablet.
    """
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
    """The name of the cookie of a tablet's device."""
    return f"tablet-{tablet.pk}"


def _signer(purpose: str) -> Signer:
    """The signer of keys for one purpose, `tablet` or `device`.

    A key that was signed for one purpose is not valid for the other.
    """
    return Signer(salt=f"clubscore.duplicate.{purpose}", sep=".")
