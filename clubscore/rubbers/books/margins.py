"""The margin of each player of a rubber, in points."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

from clubscore.ledger.rounding import Rounding, rounded
from clubscore.rubbers.models import Rubber
from scoring import Seat, Sheet, Side

P = TypeVar("P", bound=Hashable)


def margins_of(rubber: Rubber, sheet: Sheet, players: Mapping[Seat, P]) -> dict[P, int]:
    """The points of each player: plus the margin for the winners, minus the margin for the losers (Law 74).

    The margin is rounded by the rule that was copied to the rubber when it began. All players have 0 in a tie; the
    result is {} if no deal was played: such a rubber counts nowhere. `players` are members, or whatever values stand
    for members.
    """
    posted = rounded(
        sheet.margin, Rounding(rubber.rounding), wash_out_below=rubber.wash_out_below
    )
    return _for_each_player(players, sheet, posted)


def exact_margins_of(sheet: Sheet, players: Mapping[Seat, P]) -> dict[P, int]:
    """The points of each player as in `margins_of`, but without rounding."""
    return _for_each_player(players, sheet, sheet.margin)


def _for_each_player(
    players: Mapping[Seat, P], sheet: Sheet, margin: int
) -> dict[P, int]:
    if not sheet.was_played:
        return {}
    points = {side: _points_of(side, sheet.winner, margin) for side in Side}
    return {player: points[seat.side] for seat, player in players.items()}


def _points_of(side: Side, winner: Side | None, margin: int) -> int:
    if winner is None:
        return 0
    if side == winner:
        return margin
    return -margin
