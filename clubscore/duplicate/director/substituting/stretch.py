"""A stretch of rounds in which a team has the same places, so that one line-up fills it."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.duplicate.models import Place
from clubscore.duplicate.session.state import SectionState
from clubscore.members.models import Member

Seats = Mapping[str, Member]
"""The member at each seat, `N`, `S`, `E` and `W`; of a whole team also the members who wait, at `5` and `6`."""


class Stretch(NamedTuple):
    """The rounds from `first` to `last`, None for the end, and the places that a team has in all of them."""

    number: int
    first: int
    last: int | None
    places: tuple[Place, ...]

    @property
    def team(self) -> list[Member]:
        """The members of the team; the member who sits North is first."""
        return [place.member for place in self.places]

    @property
    def playing(self) -> list[Member]:
        """The members of the team who do not wait."""
        return [place.member for place in self.places if not place.waits]

    def at(self, seat: str) -> Member | None:
        """The member who sits at a seat."""
        for place in self.places:
            if place.seat == seat:
                return place.member
        return None

    def seated(self, four: Seats) -> dict[str, Member]:
        """The four at their seats, and the others of the team at waiting seats: a member who waits keeps the seat."""
        waiting = [member for member in self.team if member not in four.values()]
        stays: dict[str, Member] = {}
        free = []
        for place in self.places:
            if place.waits and place.member in waiting:
                stays[place.seat] = place.member
            elif place.waits:
                free.append(place.seat)
        new = [member for member in waiting if member not in stays.values()]
        return {**four, **stays, **dict(zip(free, new, strict=False))}


def stretch_of(section: SectionState, number: int, first: int) -> Stretch:
    """The stretch from a round on, up to the round before another place of the team begins."""
    places = []
    ends = []
    for place in section.places_of(number):
        if place.from_round > first:
            ends.append(place.from_round - 1)
        elif place.last_round >= first:
            places.append(place)
            if place.to_round is not None:
                ends.append(place.to_round)
    return Stretch(number, first, min(ends, default=None), tuple(places))
