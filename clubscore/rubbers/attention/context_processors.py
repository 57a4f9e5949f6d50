"""The number of things that need an arbiter, for the top band of every page."""

from collections.abc import Callable

from django.utils import timezone

from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_arbitrate
from clubscore.rubbers.attention.waiting import attention_count


def attention(request: MemberRequest) -> dict[str, Callable[[], int]]:
    """Template context: `attention_count`, a callable that returns the number of things that need an arbiter.

    The number is 0 for members who are no arbiters. It is a callable so that only templates that show the number read
    it.
    """
    return {
        "attention_count": lambda: (
            attention_count(timezone.now()) if may_arbitrate(request.user) else 0
        )
    }
