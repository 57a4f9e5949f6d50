"""A stretch of rounds in which the places of a team do not change, so that one line-up can fill it."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.duplicate.models import Place
from clubscore.duplicate.session.state import SectionState
from clubscore.members.models import Member

Seats = Mapping[str, Member]
"""The member at each seat `N`, `S`, `E` and `W`. The seats `5` and `6` are for members of a team who wait."""


class Stretch(NamedTuple):
    """A range of rounds, from `first` to `last`, in which a team has the same members in the same seats.

    `number` is the number of the team. `last` is None if the range goes to the end of the session.
    """

    number: int
    first: int
    last: int | None
    places: tuple[Place, ...]

    @property
    def team(self) -> list[Member]:
        """The members of the team in these rounds. The member who sits North is first."""
        return [place.member for place in self.places]

    @property
    def playing(self) -> list[Member]:
        """The members of the team who play, and do not wait, in these rounds."""
        return [place.member for place in self.places if not place.waits]

    def at(self, seat: str) -> Member | None:
        """The member who has this seat; None if nobody has it."""
        for place in self.places:
            if place.seat == seat:
                return place.member
        return None

    def seated(self, four: Seats) -> dict[str, Member]:
        """The member at each seat of the whole team if the four members in `four` play and the other members wait.

        A member who waits already keeps their waiting seat.
        """
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
    """The range of rounds, from round `first` on, in which the team `number` keeps the same places.

    The range ends before the next change of the team's places; without a change it goes to the end of the session.
    """
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
