"""What every template may name."""

from django.conf import settings
from django.http import HttpRequest


def club(request: HttpRequest) -> dict[str, str]:
    """The club's name, for the page's title and band."""
    return {"club_name": settings.CLUB_NAME}
