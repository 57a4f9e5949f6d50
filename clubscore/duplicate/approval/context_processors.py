"""The matters of duplicate that wait for an organiser, for the page Attention."""

from collections.abc import Callable

from django.utils import timezone

from clubscore.duplicate.approval import attention
from clubscore.members.http import MemberRequest
from clubscore.members.permissions import may_organise


def organisers_attention(
    request: MemberRequest,
) -> dict[str, Callable[[], attention.OrganisersAttention | None]]:
    """Template context: `organisers_attention`, a callable that returns what waits for the organisers.

    It returns None for members who are no organisers. It is a callable so that only the page that shows it reads it.
    """
    return {
        "organisers_attention": lambda: (
            attention.organisers_attention(request.user, timezone.now())
            if may_organise(request.user)
            else None
        )
    }
