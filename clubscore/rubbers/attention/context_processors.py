"""The number of things that need an admin, for the top band of every page."""

from collections.abc import Callable

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_administer
from clubscore.rubbers.attention.waiting import attention_count


def attention(request: MemberRequest) -> dict[str, Callable[[], int]]:
    """Template context: `attention_count`, a callable that returns the number of things that need an admin.

    The number is 0 for members who are no admins. It is a callable so that only templates that show the number read it.
    """
    return {
        "attention_count": lambda: (
            attention_count() if may_administer(request.user) else 0
        )
    }
