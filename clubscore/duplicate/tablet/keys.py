"""The key in the address of a tablet: its id, signed by the server, so that the database alone opens nothing."""

from django.core.signing import BadSignature, Signer
from django.http import Http404

from clubscore.duplicate.models import Tablet
from clubscore.prepared import LARGEST_ID


def key_of(tablet: Tablet) -> str:
    return _signer().sign(str(tablet.pk))


def tablet_or_404(key: str) -> Tablet:
    """The tablet that this key opens. Raises Http404 for any other text, and for one that was closed."""
    try:
        pk = int(_signer().unsign(key))
    except (BadSignature, ValueError) as forged:
        raise Http404("There is no such tablet.") from forged
    found = Tablet.objects.open().select_related("section").filter(pk=pk).first() if pk <= LARGEST_ID else None
    if found is None:
        raise Http404("This tablet was closed: ask the director for another.")
    return found


def _signer() -> Signer:
    return Signer(salt="clubscore.duplicate.tablet", sep=".")
