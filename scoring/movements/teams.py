"""Movements for teams of four: American Whist, stagger, one match head to head, and round robins head to head.

In an American Whist and a stagger North-South of each team stay at its table, and the two rooms of a match play its
boards in different rounds.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.plan import (
    Movement,
    in_order,
    pair_row,
    require_in_range,
    shared_sets,
)
from scoring.movements.round_robin import (
    TEAMS_WITH_OWN_BOARDS,
    TEAMS_WITH_TRIANGLE,
    own_boards,
    round_robin,
    triangle,
)
from scoring.said import Said, said

MOST_TEAMS: Final = 31
STAGGER: Final = "stagger"


def teams(
    tables: int, *, rounds: int | None = None, way: str | None = None
) -> Movement:
    """The movement for as many teams as ``tables``. ``way`` is one of WAYS.

    The usual way is an American Whist for an odd number of teams, a match head to head for two teams, and a round
    robin head to head for any other even number.

    Raises:
        InvalidMovement: for numbers of teams or rounds without such a movement.
    """
    message = said(
        "A match of teams has from 2 to {most} tables, as many as teams.",
        most=MOST_TEAMS,
    )
    require_in_range(tables, 2, MOST_TEAMS, "tables", message)
    if tables == 2 and way in (None, "head-to-head"):
        return head_to_head() if rounds is None else head_to_head(rounds=rounds)
    if way is None:
        way = "american-whist" if tables % 2 else "head-to-head"
    if tables not in WAYS[way].teams:
        raise InvalidMovement(_OTHER_NUMBERS[way], field="tables")
    if rounds is None:
        rounds = tables if (way, tables) == ("triangle", 5) else tables - 1

    return WAYS[way].make(tables, rounds=rounds)


def american_whist(tables: int, *, rounds: int) -> Movement:
    """An American Whist for ``tables`` teams.

    North-South of team k stay at table k. After each round East-West move to the table two numbers lower, and each set
    of boards to the table one number lower.

    The full movement has ``tables`` - 1 rounds. Two teams play one half of their match in a round r, the other half in
    the round ``tables`` - r. With fewer ``rounds`` only the rounds in the middle of the full movement are played.

    Raises:
        InvalidMovement: for an odd number of rounds, or a number outside 2 to ``tables`` - 1.
    """
    most = tables - 1
    if rounds % 2 or not 2 <= rounds <= most:
        form = "An American Whist of {teams} teams has 2 to {most} rounds, an even number: two make a match."
        raise InvalidMovement(said(form, teams=tables, most=most), field="rounds")

    first = (most - rounds) // 2
    rows = []
    for number in range(1, rounds + 1):
        gone = first + number
        for table in range(1, tables + 1):
            opponents = (table - 1 + 2 * gone) % tables + 1
            boards = (table - 1 + gone) % tables + 1
            rows.append(pair_row(number, table, table, opponents, boards))

    return Movement("American Whist", in_order(rows), form="teams", set_count=tables)


def stagger(tables: int, *, rounds: int) -> Movement:
    """A stagger for an even number of teams, in which every two tables share the boards of each round.

    North-South of team k stay at table k, which shares with the table that is half of the tables away. East-West begin
    at the table one number lower. After each round East-West move to the table two numbers lower, and the boards to the
    table one number lower. Once East-West have been at every table of an odd distance from their own, they begin again
    at the table two numbers lower than their own, and the other half of the sets is laid out.

    Raises:
        InvalidMovement: for a number of rounds other than ``tables`` - 1, or half of the tables.
    """
    half = tables // 2
    if rounds not in (half, tables - 1):
        form = "A stagger of {teams} teams has {half} rounds or {all} rounds."
        message = said(form, teams=tables, half=half, all=tables - 1)
        raise InvalidMovement(message, field="rounds")

    steps = [*range(1, tables, 2), *range(2, tables, 2)]
    rows = []
    for number, step in enumerate(steps[:rounds], 1):
        for table in range(1, tables + 1):
            opponents = (table - 1 + step) % tables + 1
            boards = (table - 1 + (step - 1) // 2) % half + 1
            if step % 2 == 0:
                boards += half
            rows.append(pair_row(number, table, table, opponents, boards))

    sets = half if rounds == half else tables
    return Movement(
        STAGGER, tuple(rows), form="teams", shared=shared_sets(rows), set_count=sets
    )


def head_to_head(*, rounds: int = 4) -> Movement:
    """A match of two teams at two tables. In every two rounds both tables play the same two sets, in opposite order.

    After about half of the rounds the two teams change places, and may seat other partnerships. In a match of two
    rounds they stay.

    Raises:
        InvalidMovement: for an odd number of rounds, or a number outside 2 to 16.
    """
    if rounds % 2 or not 2 <= rounds <= 16:
        message = "Two teams play from 2 to 16 rounds, an even number: two sets change tables after each odd round."
        raise InvalidMovement(message, field="rounds")

    rows = []
    for number in range(1, rounds + 1):
        second = number + number % 2  # of the two rounds to which this one belongs
        is_first_half = second <= rounds // 2 or rounds == 2
        one, other = (1, 2) if is_first_half else (2, 1)
        rows.append(pair_row(number, 1, one, other, number))
        rows.append(pair_row(number, 2, other, one, 2 * second - 1 - number))

    return Movement(
        "head to head", in_order(rows), form="teams", set_count=rounds, replays=True
    )


class TeamWay(NamedTuple):
    """A way in which teams meet: the numbers of teams that have it, and the function that makes its movement."""

    teams: Collection[int]
    make: Callable[..., Movement]


WAYS: Final[Mapping[str, TeamWay]] = {
    "american-whist": TeamWay(range(3, MOST_TEAMS + 1, 2), american_whist),
    "head-to-head": TeamWay(range(4, MOST_TEAMS + 1, 2), round_robin),
    "own-boards": TeamWay(TEAMS_WITH_OWN_BOARDS, own_boards),
    "stagger": TeamWay(range(4, MOST_TEAMS + 1, 2), stagger),
    "triangle": TeamWay(TEAMS_WITH_TRIANGLE, triangle),
}
"""The ways in which three teams or more meet, by name; the ways that directors choose first come first."""
_OTHER_NUMBERS: Final[Mapping[str, Said]] = {
    "american-whist": said("An American Whist has an odd number of teams, 3 or more."),
    "head-to-head": said(
        "Head to head the number of teams is even; an odd number has a triangle."
    ),
    "own-boards": said(
        "Matches with their own boards are for an even number of teams, from 8 to {most}.",
        most=TEAMS_WITH_OWN_BOARDS[-1],
    ),
    "stagger": said("A stagger has an even number of teams, 4 or more."),
    "triangle": said(
        "A triangle beside other matches is for an odd number of teams, from 5 to 15."
    ),
}
