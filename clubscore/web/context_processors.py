"""The context variables that every template gets: the club's name and the version."""

from django.conf import settings
from django.http import HttpRequest

from clubscore import __version__


def club(request: HttpRequest) -> dict[str, str]:
    """The context variables `club_name`, for title and header, and `version`, for the footer of a page."""
    return {"club_name": settings.CLUB_NAME, "version": __version__}
