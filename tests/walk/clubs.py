"""The clubs of the walk: each in a state that a club really gets into, made through the services."""

from collections.abc import Callable
from typing import NamedTuple

Make = Callable[[], None]

ABOUT_DUPLICATE = ("duplicate", "my_page", "room")
ABOUT_RUBBERS = (
    "rubbers",
    "evenings",
    "ledger",
    "my_page",
    "room",
    "standings",
    "tables",
)


class Club(NamedTuple):
    """How a club is made, and the apps whose pages a short walk looks at: first the one that it is about."""

    make: Make
    apps: tuple[str, ...]


CLUBS: dict[str, Club] = {}
"""Each club by what is particular about it."""


def club(name: str, *apps: str) -> Callable[[Make], Make]:
    """Let this function make the club of that name; without `apps` a short walk looks at all of them."""

    def kept(make: Make) -> Make:
        CLUBS[name] = Club(make, apps)
        return make

    return kept


@club("nobody has played")
def empty() -> None:
    """Members, and nothing that they did."""
