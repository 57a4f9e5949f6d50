"""On every page, the question to a member whom another member has seated in a session."""

from collections.abc import Callable

from django.utils import timezone

from clubscore.duplicate.director.presence.queries import PlaceNotice, place_notice_for
from clubscore.members.http import MemberRequest


def place_notice(request: MemberRequest) -> dict[str, Callable[[], PlaceNotice | None]]:
    """Context for templates with `place_notice`, a function that reads the question to the signed-in member.

    Templates call it only if the sign-in session has the mark, so that most pages need no query.
    """
    return {"place_notice": lambda: place_notice_for(request.user, timezone.now())}
