"""The count of open things in the band of every page, for admins."""

from collections.abc import Callable

from django.http import HttpRequest

from clubscore.rubbers.attention.waiting import attention_count


def attention(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """The count as a callable, so that it is read only where a template shows it."""
    return {"attention_count": attention_count}
