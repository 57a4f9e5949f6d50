"""Views that take more than a form: each says how much, and from whom."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


class LargeBody(NamedTuple):
    """The most bytes that a view takes, and who may send them: a test of the signed-in member."""

    most: int
    may: Callable[[Any], bool]


def takes_large_body(
    most: int, *, may: Callable[[Any], bool]
) -> Callable[[View], View]:
    """The outermost decorator of a view. Elsewhere, and from others, the server refuses what is longer than a form."""

    def mark(view: View) -> View:
        view.large_body = LargeBody(most, may)  # type: ignore[attr-defined]
        return view

    return mark
