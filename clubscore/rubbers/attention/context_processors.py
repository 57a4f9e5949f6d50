"""The count of open things in the band of every page, for admins."""

from collections.abc import Callable

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_administer
from clubscore.rubbers.attention.waiting import attention_count


def attention(request: MemberRequest) -> dict[str, Callable[[], int]]:
    """The count as a callable, so that only templates that show it read it. It is 0 for members without the right."""
    return {
        "attention_count": lambda: (
            attention_count() if may_administer(request.user) else 0
        )
    }
