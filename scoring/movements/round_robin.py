"""Round robins of teams head to head: a round is a match, and its two rooms are two tables side by side.

The two tables of a match play the same boards in the same round, and pass them to each other. With an odd number of
teams three of them play in a triangle: two matches each in two rounds, one half of both in each round.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.howell import TABLES as HOWELL_TABLES
from scoring.movements.howell import howell
from scoring.movements.plan import (
    Movement,
    MovementRow,
    in_order,
    pair_row,
    require_in_range,
    shared_sets,
)
from scoring.said import said

ROUND_ROBIN: Final = "round robin"
OWN_BOARDS: Final = "own boards"
TRIANGLE: Final = "triangle"
PASSED_ON: Final = (ROUND_ROBIN, OWN_BOARDS, TRIANGLE)
"""The kinds of movements in which the two tables of a match pass their boards to each other."""

_Matches = tuple[tuple[int, int], ...]


class _TwoRounds(NamedTuple):
    """Two rounds of an odd number of teams, in which each team plays two matches."""

    two: tuple[int, int]
    """The two teams that are in the triangle with the last team."""
    first: _Matches
    """The other matches in the first of the two rounds."""
    second: _Matches


class _Turning(NamedTuple):
    """A plan whose next rounds follow from these rounds: each number is one more, within its group of numbers."""

    group: int
    """The size of the groups: with 3 the groups are teams 1 to 3, 4 to 6 and so on. The last team is in no group."""
    rounds: tuple[_TwoRounds, ...]


# Found by search. In a full movement every two teams meet once: the matches and triangles are the edges of the complete
# graph. No team plays the extra set of boards in two triangles, because no two teams are in ``two`` twice.
_TURNING: Final = {
    7: _Turning(6, (_TwoRounds((1, 4), ((2, 3), (5, 6)), ((2, 6), (3, 5))),)),
    9: _Turning(
        8,
        (_TwoRounds((1, 5), ((2, 4), (3, 6), (7, 8)), ((2, 7), (3, 4), (6, 8))),),
    ),
    11: _Turning(
        10,
        (
            _TwoRounds(
                (1, 6),
                ((2, 8), (3, 10), (4, 5), (7, 9)),
                ((2, 4), (3, 7), (5, 8), (9, 10)),
            ),
        ),
    ),
    13: _Turning(
        3,
        (
            _TwoRounds(
                (1, 4),
                ((2, 11), (3, 5), (6, 12), (7, 9), (8, 10)),
                ((2, 10), (3, 9), (5, 7), (6, 11), (8, 12)),
            ),
            _TwoRounds(
                (7, 10),
                ((1, 5), (2, 3), (4, 8), (6, 9), (11, 12)),
                ((1, 11), (2, 9), (3, 8), (4, 6), (5, 12)),
            ),
        ),
    ),
    15: _Turning(
        14,
        (
            _TwoRounds(
                (1, 8),
                ((2, 12), (3, 14), (4, 6), (5, 9), (7, 10), (11, 13)),
                ((2, 7), (3, 11), (4, 10), (5, 6), (9, 14), (12, 13)),
            ),
        ),
    ),
}
# Five teams have no such plan. Here each team sits out one round.
_OF_FIVE: Final = (((4, 5),), (), ((4, 1), (5, 2)), ((4, 2), (5, 3)), ((4, 3), (5, 1)))
TEAMS_WITH_TRIANGLE: Final = (5, *_TURNING)
TEAMS_WITH_OWN_BOARDS: Final = range(8, 2 * HOWELL_TABLES[-1] + 1, 2)


def round_robin(tables: int, *, rounds: int) -> Movement:
    """Matches head to head of an even number of teams. All matches of a round play the set of the round.

    Raises:
        InvalidMovement: for a number of rounds outside 1 to ``tables`` - 1.
    """
    _require_rounds(tables, rounds)
    circle = tables - 1
    rows: list[MovementRow] = []
    for number in range(1, rounds + 1):
        matches = [(tables, number)]
        for step in range(1, tables // 2):
            one = (number + step - 1) % circle + 1
            other = (number - step - 1) % circle + 1
            matches.append((one, other))
        rows += _side_by_side(number, matches, number)

    return _passed_on(ROUND_ROBIN, rows, sets=rounds)


def own_boards(tables: int, *, rounds: int) -> Movement:
    """Matches head to head as in a Howell: no two matches of a round play the same set, so one copy of it is enough.

    Raises:
        InvalidMovement: for a number of rounds outside 1 to ``tables`` - 1.
    """
    _require_rounds(tables, rounds)
    rows: list[MovementRow] = []
    for row in howell(tables // 2, rounds=rounds).rows:
        one, other = row.seated
        rows += _side_by_side(
            row.round, [(one, other)], row.set, first=2 * row.table - 1
        )

    return _passed_on(OWN_BOARDS, rows, sets=tables - 1)


def triangle(tables: int, *, rounds: int) -> Movement:
    """Matches head to head of an odd number of teams, with three teams in a triangle in every two rounds.

    All matches play the set of the round, but of the three matches of a triangle, which are played in both rounds, one
    plays the set of the first round, one that of the second, and one the last set of the movement.

    Raises:
        InvalidMovement: for an odd number of rounds, or a number outside 2 to ``tables`` - 1. Five teams have 5 rounds.
    """
    if tables == 5:
        return _triangle_of_five(rounds)
    most = tables - 1
    if rounds % 2 or not 2 <= rounds <= most:
        form = "With a triangle {teams} teams have 2 to {most} rounds, an even number."
        raise InvalidMovement(said(form, teams=tables, most=most), field="rounds")

    group, plans = _TURNING[tables]
    rows: list[MovementRow] = []
    for index in range(rounds // 2):
        later, which = divmod(index, len(plans))
        plan = plans[which]
        number = 2 * index + 1
        [(two, last)] = _turned([plan.two], later, group)
        rows += _of_three((tables, two, last), number, rounds + 1)
        for matches in (plan.first, plan.second):
            moved = _turned(matches, later, group)
            rows += _side_by_side(number, moved, number, first=4)
            number += 1

    return _passed_on(TRIANGLE, rows, sets=rounds + 1)


def _triangle_of_five(rounds: int) -> Movement:
    """The triangle of the teams 1 to 3 and the match of 4 against 5, then the other six matches in three rounds."""
    if rounds != len(_OF_FIVE):
        message = "With a triangle five teams have 5 rounds, and each sits out one."
        raise InvalidMovement(message, field="rounds")
    rows = [*_of_three((1, 2, 3), 1, rounds + 1)]
    for number, matches in enumerate(_OF_FIVE, 1):
        first = 4 if number <= 2 else 1
        rows += _side_by_side(number, matches, number, first=first)
    return _passed_on(TRIANGLE, rows, sets=rounds + 1)


def _of_three(
    three: tuple[int, int, int], first: int, extra: int
) -> Iterator[MovementRow]:
    """Yield the rows of a triangle in the round ``first`` and the next; ``extra`` is the set of the last two teams."""
    one, two, last = three
    yield pair_row(first, 1, one, two, first)
    yield pair_row(first, 2, two, last, extra)
    yield pair_row(first, 3, last, one, first + 1)
    yield pair_row(first + 1, 1, one, last, first + 1)
    yield pair_row(first + 1, 2, two, one, first)
    yield pair_row(first + 1, 3, last, two, extra)


def _side_by_side(
    number: int, matches: Iterable[tuple[int, int]], boards: int, *, first: int = 1
) -> Iterator[MovementRow]:
    """Yield two rows of the round ``number`` for each match, at neighbouring tables from the table ``first`` on."""
    for index, (one, other) in enumerate(matches):
        table = first + 2 * index
        yield pair_row(number, table, one, other, boards)
        yield pair_row(number, table + 1, other, one, boards)


def _turned(
    matches: Iterable[tuple[int, int]], later: int, group: int
) -> list[tuple[int, int]]:
    """The matches with every number moved on ``later`` times in its group."""
    moved = []
    for match in matches:
        one, other = (
            team - (team - 1) % group + (team - 1 + later) % group for team in match
        )
        moved.append((one, other))
    return moved


def _require_rounds(tables: int, rounds: int) -> None:
    message = said(
        "A round robin of {teams} teams has from 1 to {most} rounds.",
        teams=tables,
        most=tables - 1,
    )
    require_in_range(rounds, 1, tables - 1, "rounds", message)


def _passed_on(kind: str, rows: Iterable[MovementRow], *, sets: int) -> Movement:
    in_rounds = in_order(rows)
    return Movement(
        kind, in_rounds, form="teams", shared=shared_sets(in_rounds), set_count=sets
    )
