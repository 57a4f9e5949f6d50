"""The number and members of an entry that takes its place, as forms and services exchange them."""

from collections.abc import Sequence
from typing import NamedTuple

from clubscore.members.models import Member


class Taken(NamedTuple):
    """A number of a section, and the members who take it. The member who sits North or East is first."""

    letter: str
    number: int
    members: Sequence[Member]
