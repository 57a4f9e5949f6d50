"""The replaced players of a rubber, in words, as the sheet names them (1912, Law 26)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.rubbers.models import RubberSeat
from clubscore.rubbers.models.rubber import table_names
from clubscore.rubbers.rubber.numbers import called, next_called
from clubscore.rubbers.rubber.state import RubberState
from scoring import Seat


def replaced_players(state: RubberState) -> tuple[str, ...]:
    """A phrase for each substitute, in the order in which they came: `Mei for Dan from deal 3`.

    The phrase names no deal if the rubber ended before the substitute played one.
    """
    return tuple(_phrases(state))


def _phrases(state: RubberState) -> Iterator[str]:
    for place in sorted(state.seats, key=lambda place: (place.since, place.pk)):
        leaver = _leaver_before(state, place)
        if leaver is None:
            continue
        names = _names(state, leaver, place)
        number = _first_deal_since(state, place)
        words = _("%(substitute)s for %(leaver)s from deal %(number)s")
        if not number:
            words = _("%(substitute)s for %(leaver)s")
        yield words % (names | {"number": number})


def _leaver_before(state: RubberState, place: RubberSeat) -> RubberSeat | None:
    """The stay that ended when this one began in the same seat; None for a player from the beginning."""
    before = [
        other
        for other in state.seats
        if other.seat == place.seat and other.until and other.until <= place.since
    ]
    return max(before, key=lambda other: other.pk, default=None)


def _names(state: RubberState, leaver: RubberSeat, place: RubberSeat) -> dict[str, str]:
    """The two names as the table uses them: whole names where another player has the same short name."""
    seat = Seat(place.seat)
    before = table_names({**state.records, seat: leaver.member})
    after = table_names({**state.records, seat: place.member})
    names = {"leaver": before[seat], "substitute": after[seat]}
    if names["leaver"] == names["substitute"]:
        return {"leaver": leaver.member.name, "substitute": place.member.name}
    return names


def _first_deal_since(state: RubberState, place: RubberSeat) -> str:
    """The number of the first deal on the sheet that was recorded in this stay, or of the deal to come; empty if none.

    The first version of a deal says when it was recorded.
    """
    begun = {
        version.number: version.recorded_at
        for version in state.versions
        if version.version == 1
    }
    for deal in state.deals:
        if begun[deal.number] >= place.since:
            return str(called(state, deal.number))
    if state.rubber.is_over:
        return ""
    return str(next_called(state))
