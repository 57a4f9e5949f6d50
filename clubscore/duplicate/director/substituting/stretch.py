"""A stretch of rounds in which a team has the same places, so that one line-up fills it."""

from collections.abc import Mapping
from typing import NamedTuple

from clubscore.duplicate.models import Place
from clubscore.duplicate.session.state import SectionState
from clubscore.members.models import Member

Seats = Mapping[str, Member]
"""Who sits at which seat, `N`, `S`, `E` and `W`; of a whole team also who waits, at `5` and `6`."""


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
        """Those of them who do not wait."""
        return [place.member for place in self.places if not place.waits]

    def at(self, seat: str) -> Member | None:
        """The member who sits at a seat."""
        return next((place.member for place in self.places if place.seat == seat), None)

    def seated(self, four: Seats) -> dict[str, Member]:
        """The four at their seats, and the others of the team waiting: who waits already stays on that seat."""
        waiting = [member for member in self.team if member not in four.values()]
        stays = {
            place.seat: place.member
            for place in self.places
            if place.waits and place.member in waiting
        }
        free = [
            place.seat
            for place in self.places
            if place.waits and place.seat not in stays
        ]
        new = [member for member in waiting if member not in stays.values()]
        return {**four, **stays, **dict(zip(free, new, strict=False))}


def stretch_of(section: SectionState, number: int, first: int) -> Stretch:
    """The stretch from a round on, up to the round before another place of the team begins."""
    places = section.places_of(number)
    there = tuple(
        place for place in places if place.from_round <= first <= place.last_round
    )
    ends = [place.from_round - 1 for place in places if place.from_round > first]
    ends += [place.to_round for place in there if place.to_round is not None]
    return Stretch(number, first, min(ends, default=None), there)
