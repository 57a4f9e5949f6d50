"""Context for every template."""

from django.conf import settings
from django.http import HttpRequest


def club(request: HttpRequest) -> dict[str, str]:
    """`club_name`, for the title and the header of the page."""
    return {"club_name": settings.CLUB_NAME}
