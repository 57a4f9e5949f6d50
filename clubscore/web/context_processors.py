"""Context for every template."""

from django.conf import settings
from django.http import HttpRequest

from clubscore import __version__


def club(request: HttpRequest) -> dict[str, str]:
    """`club_name`, for the title and the header of the page, and `version`, for its foot."""
    return {"club_name": settings.CLUB_NAME, "version": __version__}
