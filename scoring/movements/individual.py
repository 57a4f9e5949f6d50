"""Individual movements: every two players are partners once and opponents twice. All tables share the round's set."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import Movement, MovementRow, in_order, shared_sets
from scoring.said import said

# The first round: North, South, East and West of each table. In each later round every number is one more, except the
# highest. Each difference occurs once between partners and twice between opponents: a whist tournament; by search.
_STARTERS: Final = {
    8: ((8, 1, 2, 4), (3, 7, 5, 6)),
    12: ((12, 1, 2, 4), (3, 10, 7, 8), (5, 11, 6, 9)),
    16: ((16, 12, 8, 9), (2, 7, 15, 11), (10, 3, 1, 13), (4, 6, 14, 5)),
    20: (
        (20, 6, 15, 9),
        (3, 13, 14, 7),
        (5, 4, 2, 19),
        (17, 1, 8, 12),
        (16, 11, 10, 18),
    ),
    24: (
        (24, 20, 4, 12),
        (14, 21, 2, 16),
        (1, 3, 15, 18),
        (5, 6, 19, 9),
        (8, 13, 11, 7),
        (10, 22, 23, 17),
    ),
    28: (
        (28, 4, 13, 14),
        (7, 16, 21, 19),
        (1, 22, 17, 3),
        (5, 9, 12, 20),
        (18, 2, 25, 8),
        (10, 15, 11, 23),
        (27, 24, 26, 6),
    ),
    32: (
        (32, 30, 1, 23),
        (28, 22, 27, 10),
        (15, 13, 26, 5),
        (20, 21, 31, 4),
        (11, 14, 9, 17),
        (3, 16, 19, 12),
        (24, 8, 7, 2),
        (6, 25, 29, 18),
    ),
}
PLAYERS: Final = tuple(_STARTERS)


def require_players(players: int) -> None:
    """Check that there is an individual for a number of players.

    Raises:
        InvalidMovement: if there is none. The message has the nearest number that has one.
    """
    if players in PLAYERS:
        return
    nearest = min(PLAYERS, key=lambda number: (abs(number - players), number))
    message = said(
        "An individual is for {least} to {most} players, four at each table: {nearest} is the nearest number.",
        least=PLAYERS[0],
        most=PLAYERS[-1],
        nearest=nearest,
    )
    raise InvalidMovement(message, field="players")


def individual(players: int, *, rounds: int | None = None) -> Movement:
    """The individual movement in which the player with the highest number stays.

    Raises:
        InvalidMovement: for numbers of players or rounds that no individual has.
    """
    require_players(players)
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
