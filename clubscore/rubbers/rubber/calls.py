"""The players who have said that an auction is over, grouped by the deal that was played before this auction."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, RubberSeat
from clubscore.rubbers.rubber.binding import Players, binds_side
from clubscore.rubbers.rubber.signed import AuctionCall
from scoring import Seat, Side


def callers_by_deal(
    calls: Iterable[AuctionCall],
    *,
    versions: Sequence[Deal],
    seats: Sequence[RubberSeat],
    people: Mapping[int, int],
    players: Players,
) -> dict[int, dict[Side, Member]]:
    """For each deal, by number: the first player of each side who said that all have called on the deal after it.

    The key 0 is for calls on the first deal, which has no deal before it. A call is left out if the deal before it
    has been struck out since, if the caller has no seat in the rubber, or if it was made by a table PIN for a side
    that has a member.

    `people` and `players` are properties of RubberState.
    """
    callers: dict[int, dict[Side, Member]] = defaultdict(dict)
    for call in calls:
        number = _number_before(call, versions)
        place = _place_of_caller(call, seats, people)
        if number is None or place is None:
            continue
        seat = Seat(place.seat)
        if binds_side(players, seat, call.how):
            callers[number].setdefault(seat.side, place.member)
    return callers


def _place_of_caller(
    call: AuctionCall, seats: Sequence[RubberSeat], people: Mapping[int, int]
) -> RubberSeat | None:
    """The seat that the caller had when the call was made; None if the caller has had no seat in the rubber.

    Of several seats that the caller had taken by then, the latest counts. If the caller had taken none by then, it is
    the latest of the seats that the caller took afterwards.
    """
    caller = people.get(call.member_id, call.member_id)
    own = [place for place in seats if people[place.member_id] == caller]
    return max(
        own, key=lambda place: (place.since <= call.at, place.since), default=None
    )


def _number_before(call: AuctionCall, versions: Sequence[Deal]) -> int | None:
    """The number of the deal that the call followed; 0 before the first deal; None if that deal was struck out since.

    A correction does not matter: the call still follows the corrected deal.
    """
    if call.after is None:
        return 0
    followed = next(version for version in versions if version.pk == call.after)
    later = [
        row
        for row in versions
        if row.number == followed.number and row.version > followed.version
    ]
    if any(version.is_struck for version in later):
        return None
    return followed.number
