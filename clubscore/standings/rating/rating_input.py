"""Rubbers of the books as input of the ratings."""

from collections.abc import Iterable, Mapping

from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.models import RubberSeat
from clubscore.standings.rating.method import RatedRubber
from scoring import Seat


def rated_rubbers(rubbers: Iterable[Transaction], people: Mapping[int, int]) -> list[RatedRubber]:
    """In the same order, each player under the person that `people` names for the record. Two queries."""
    rubbers = list(rubbers)
    points: dict[int, dict[int, int]] = {rubber.pk: {} for rubber in rubbers}
    for pk, member_id, won in Posting.objects.filter(transaction__in=points).values_list(
        "transaction_id", "member_id", "points"
    ):
        points[pk][people.get(member_id, member_id)] = won
    drawn = [rubber.source_id for rubber in rubbers if not any(points[rubber.pk].values())]
    sides = _north_south(drawn, people)
    return [
        RatedRubber(rubber.pk, rubber.game, points[rubber.pk], frozenset(sides.get(rubber.source_id, ())))
        for rubber in rubbers
    ]


def _north_south(rubber_ids: list[int], people: Mapping[int, int]) -> dict[int, set[int]]:
    """The members North and South at the end of these rubbers, by the rubber's id."""
    sides: dict[int, set[int]] = {}
    seats = RubberSeat.objects.filter(rubber__in=rubber_ids, seat__in=[Seat.NORTH, Seat.SOUTH], until=None)
    for rubber_id, member_id in seats.values_list("rubber_id", "member_id"):
        sides.setdefault(rubber_id, set()).add(people.get(member_id, member_id))
    return sides
