"""Facts about one line of the standings: the member's place, and against whom the member has played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.standings.profiles.results import (
    OpponentTotals,
    against_opponents,
    ids_of,
    results_of,
    with_partners,
)
from clubscore.standings.ranking.ranks import Order, Placed
from clubscore.standings.seasons.places import PlacesCourse


class Neighbour(NamedTuple):
    """The member of the next place above or below, and the points between the two."""

    name: str
    points: int | None
    """None if the table is not ranked by net points."""


class MemberPlace(NamedTuple):
    """The place of a member, and the members of the next places above and below, if there are any."""

    placed: Placed
    ranked: int
    """The number of members who have a rank."""
    moved: int
    above: Neighbour | None
    below: Neighbour | None


def member_place(
    placed: Sequence[Placed], member_id: int, by: Order, course: PlacesCourse
) -> MemberPlace | None:
    """The place of this member; None if the member is not in the table. `placed` are all lines, best first."""
    found = None
    for line in placed:
        if line.figures.member_id == member_id:
            found = line
    if found is None:
        return None
    ranked = [line for line in placed if line.rank is not None]
    above = below = None
    if found.rank is not None:
        for line in ranked:
            assert line.rank is not None  # they are ranked
            if line.rank < found.rank:
                above = _neighbour(line, found, by)
            elif line.rank > found.rank and below is None:
                below = _neighbour(line, found, by)
    moved = course.moved(member_id, found.rank)
    return MemberPlace(found, len(ranked), moved, above, below)


def _neighbour(line: Placed, found: Placed, by: Order) -> Neighbour:
    points = abs(line.figures.net - found.figures.net) if by == Order.NET else None
    return Neighbour(line.figures.name, points)


@dataclass(frozen=True, slots=True)
class AboutMember:
    """The opponents and the partners of a member in the season, most rubbers first."""

    member: Member
    opponents: Sequence[OpponentTotals]
    partners: Sequence[OpponentTotals]


def about_member(season: Season, game: str, asked: str) -> AboutMember | None:
    """The opponents and partners of the member whose id is `asked`; None if that is nobody's id."""
    if not asked.isascii() or not asked.isdigit() or len(asked) > 9:
        return None
    member = Member.objects.filter(pk=int(asked)).first()
    if member is None:
        return None
    results = results_of(ids_of(member), game, season)
    return AboutMember(member, against_opponents(results), with_partners(results))
