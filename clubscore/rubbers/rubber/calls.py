"""The players who have said that an auction is over, by the deal that it came after."""

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
    """The first of each side who has said that all have called on the deal after that number; 0: on the first.

    A deal that is struck out takes with it what was said of the deal after it. By a table PIN nobody says it for a
    side with a member. `people` and `players` are those of RubberState.
    """
    found: dict[int, dict[Side, Member]] = defaultdict(dict)
    for call in calls:
        number, caller = _number_before(call, versions), people.get(call.member_id, call.member_id)
        taken = [each for each in seats if people[each.member_id] == caller]
        if number is not None and taken:
            place = max(taken, key=lambda each: (each.since <= call.at, each.since))  # the newest taken by then
            if binds_side(players, Seat(place.seat), call.how):
                found[number].setdefault(Seat(place.seat).side, place.member)
    return found


def _number_before(call: AuctionCall, versions: Sequence[Deal]) -> int | None:
    """The number of the deal that the call followed, 0 before the first; None when that deal was struck out since.

    A deal that was corrected is the same deal.
    """
    if call.after is None:
        return 0
    base = next(row for row in versions if row.pk == call.after)
    later = (row for row in versions if row.number == base.number and row.version > base.version)
    return None if any(row.is_struck for row in later) else base.number
