"""A number and the members who take it, as lists, forms and services hand it on."""

from collections.abc import Sequence
from typing import NamedTuple

from clubscore.members.models import Member


class Taken(NamedTuple):
    """A number of a section, and the members who take it; the member who sits North or East is first."""

    letter: str
    number: int
    members: Sequence[Member]
