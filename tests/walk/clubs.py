"""The clubs of the walk: each in a state that a club really gets into, made through the services."""

from collections.abc import Callable

CLUBS: dict[str, Callable[[], None]] = {}
"""How each club is made, by what is particular about it."""


def club(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Let this function make the club of that name."""

    def kept(make: Callable[[], None]) -> Callable[[], None]:
        CLUBS[name] = make
        return make

    return kept


@club("nobody has played")
def empty() -> None:
    """Members, and nothing that they did."""
