"""On every page, the notice for a member whom another member has seated at a table."""

from collections.abc import Callable

from clubscore.members.http import MemberRequest
from clubscore.room.queries import SeatNotice, seat_notice_for


def seat_notice(request: MemberRequest) -> dict[str, Callable[[], SeatNotice | None]]:
    """Context for templates with `seat_notice`, a function that reads the notice of the signed-in member.

    Templates call the function only if the session says that another member has seated the member: most pages need no
    query.
    """
    return {"seat_notice": lambda: seat_notice_for(request.user)}
