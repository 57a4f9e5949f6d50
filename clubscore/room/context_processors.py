"""The notice of a seat that another has taken for the member, on every page."""

from collections.abc import Callable

from clubscore.members.http import MemberRequest
from clubscore.room.queries import SeatNotice, seat_notice_for


def seat_notice(request: MemberRequest) -> dict[str, Callable[[], SeatNotice | None]]:
    """The notice as a callable, so that it is read only for the few whose session says that there is one."""
    return {"seat_notice": lambda: seat_notice_for(request.user)}
