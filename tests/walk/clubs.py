"""The clubs of the walk; each is made by services and is in a state that real clubs get into."""

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
    """The function that makes a club, and the apps whose pages a short walk opens; the first app is its subject."""

    make: Make
    apps: tuple[str, ...]


CLUBS: dict[str, Club] = {}
"""Each club by a name that says what is special about it."""


def club(name: str, *apps: str) -> Callable[[Make], Make]:
    """Register the decorated function as the maker of this club.

    Without `apps` a short walk opens the pages of all apps.
    """

    def kept(make: Make) -> Make:
        CLUBS[name] = Club(make, apps)
        return make

    return kept


@club("nobody has played")
def empty() -> None:
    """Make a club with members who have not done anything."""
