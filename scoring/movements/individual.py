"""Individual movements: every two players are partners once and opponents twice. All tables share the round's set."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import Movement, MovementRow, in_order, shared_sets
from scoring.said import said

# The first round: North, South, East and West of each table. In each later round every number is one more, except the
# highest. Each difference occurs once between partners and twice between opponents: a whist tournament.
_STARTERS: Final = {
    8: ((8, 1, 2, 4), (3, 7, 5, 6)),
    12: ((12, 1, 2, 4), (3, 10, 7, 8), (5, 11, 6, 9)),
}
PLAYERS: Final = tuple(_STARTERS)
PLAYERS_OF_AN_INDIVIDUAL: Final = said("An individual has 8 or 12 players.")


def individual(players: int, *, rounds: int | None = None) -> Movement:
    """The individual movement in which the player with the highest number stays.

    Raises:
        InvalidMovement: for numbers of players or rounds that no individual has.
    """
    if players not in _STARTERS:
        raise InvalidMovement(PLAYERS_OF_AN_INDIVIDUAL, field="players")

    most = players - 1
    last = most if rounds is None else rounds
    if not 1 <= last <= most:
        message = said(
            "An individual of {players} players has from 1 to {most} rounds.",
            players=players,
            most=most,
        )
        raise InvalidMovement(message, field="rounds")

    rows = []
    for later in range(last):
        for table, seats in enumerate(_STARTERS[players], 1):
            north, south, east, west = (_moved(player, later, most) for player in seats)
            rows.append(
                MovementRow(later + 1, table, north, south, east, west, later + 1)
            )

    return Movement(
        "individual",
        in_order(rows),
        form="individual",
        shared=shared_sets(rows),
        set_count=last,
    )


def _moved(player: int, rounds: int, highest: int) -> int:
    """The player who takes the seat of ``player`` after ``rounds`` rounds; a player above ``highest`` stays."""
    if player > highest:
        return player
    return (player + rounds - 1) % highest + 1
