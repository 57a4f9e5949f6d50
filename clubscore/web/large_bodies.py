"""Views that accept larger requests than a form: the most bytes, and the members who may send them."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


class LargeBody(NamedTuple):
    """The most bytes that a view accepts, and a function that tells if the signed-in member may send them."""

    most: int
    may: Callable[[Any], bool]


def takes_large_body(
    most: int, *, may: Callable[[Any], bool]
) -> Callable[[View], View]:
    """A decorator of a view: it lets members for whom `may` is true send up to `most` bytes.

    All other requests are refused if they are longer than a form. The view must have no decorator outside this one.
    """

    def mark(view: View) -> View:
        view.large_body = LargeBody(most, may)  # type: ignore[attr-defined]
        return view

    return mark
