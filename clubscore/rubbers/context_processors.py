"""What the band of every page shows to admins."""

from collections.abc import Callable

from django.http import HttpRequest

from clubscore.rubbers.attention.queries import attention_count


def attention(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """The count is only asked for where a template shows it."""
    return {"attention_count": attention_count}
