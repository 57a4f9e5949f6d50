"""The languages of the pages."""

from django.conf import settings
from django.utils import translation


def spoken(code: str) -> str | None:
    """The language of the pages that this code asks for, `de` for `de-at`; None where there is none."""
    try:
        return translation.get_supported_language_variant(code) if code else None
    except LookupError:
        return None


def spoken_or_own(code: str) -> str:
    """The same, and the club's own language where there is none."""
    return spoken(code) or str(settings.LANGUAGE_CODE)
