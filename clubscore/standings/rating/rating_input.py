"""Rubbers of the books as input of the ratings."""

from collections.abc import Iterable, Mapping

from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.models import RubberSeat
from clubscore.standings.rating.method import RatedRubber
from scoring import Seat


def rated_rubbers(
    rubbers: Iterable[Transaction], people: Mapping[int, int]
) -> list[RatedRubber]:
    """The rubbers as input of the ratings, in the order of `rubbers`.

    `people` maps a merged record to its person. Takes two queries.
    """
    rubbers = list(rubbers)
    points = _points_by_rubber(rubbers, people)
    drawn = [
        rubber.source_id for rubber in rubbers if not any(points[rubber.pk].values())
    ]
    sides = _north_south(drawn, people)
    rated = []
    for rubber in rubbers:
        north_south = frozenset(sides.get(rubber.source_id, ()))
        rated.append(
            RatedRubber(rubber.pk, rubber.game, points[rubber.pk], north_south)
        )
    return rated


def _points_by_rubber(
    rubbers: Iterable[Transaction], people: Mapping[int, int]
) -> dict[int, dict[int, int]]:
    """The points of each player, by transaction and by person's id."""
    points: dict[int, dict[int, int]] = {rubber.pk: {} for rubber in rubbers}
    postings = Posting.objects.filter(transaction__in=points)
    for pk, member_id, won in postings.values_list(
        "transaction_id", "member_id", "points"
    ):
        person = people.get(member_id, member_id)
        points[pk][person] = won
    return points


def _north_south(
    rubber_ids: list[int], people: Mapping[int, int]
) -> dict[int, set[int]]:
    """The members who sat North and South at the end of these rubbers, by the rubber's id."""
    sides: dict[int, set[int]] = {}
    at_the_end = RubberSeat.objects.filter(rubber__in=rubber_ids, until=None)
    seats = at_the_end.filter(seat__in=[Seat.NORTH, Seat.SOUTH])
    for rubber_id, member_id in seats.values_list("rubber_id", "member_id"):
        person = people.get(member_id, member_id)
        sides.setdefault(rubber_id, set()).add(person)
    return sides
