"""Movements for individuals, for teams and for a Swiss that fit an evening with a number of boards, the best first."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.check import proved
from scoring.movements.individual import PLAYERS, PLAYERS_OF_AN_INDIVIDUAL, individual
from scoring.movements.plan import SWISS, Movement, require_in_range
from scoring.movements.proposals import (
    BOARDS_IN_RANGE,
    MINUTES_A_BOARD,
    MINUTES_A_CHANGE,
    MOST_BOARDS,
    Fit,
    minutes_of,
)
from scoring.movements.swiss import draw, most_rounds, swiss_begun
from scoring.movements.teams import MOST_TEAMS, teams
from scoring.said import said

_NAMES: Final = {
    "individual": said("Individual"),
    "head to head": said("Head to head"),
    "American Whist": said("American Whist"),
}
_SWISS_NAMES: Final = {"pairs": said("Swiss pairs"), "teams": said("Swiss teams")}
_TEAMS_IN_RANGE: Final = (
    "A match of teams has from 2 to {most} teams, a table for each."
)
FEWEST_SWISS: Final = 4
MOST_SWISS: Final = 64
_SWISS_IN_RANGE: Final = {
    "pairs": "A Swiss has from {fewest} to {most} pairs.",
    "teams": "A Swiss has from {fewest} to {most} teams.",
}
_EVERYBODY = Fraction(100)
_MOST_A_ROUND = 8
_MOST_OF_MATCHES = 12  # boards of a match: few teams play few rounds of many boards
_FEW_OF_A_MATCH = 4
_TOLERANCE = Fraction(1, 4)


def individual_proposals(
    players: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Individual movements for a number of players and about a number of boards, the best first.

    In a complete movement every two players are partners once.

    >>> [(fit.movement.rounds, fit.boards_a_round) for fit in individual_proposals(8, 21)][:1]
    [(7, 3)]

    Raises:
        InvalidMovement: for numbers of players without such a movement, and for numbers of boards out of range.
    """
    require_in_range(
        boards, 2, MOST_BOARDS, "boards", said(BOARDS_IN_RANGE, most=MOST_BOARDS)
    )
    if players not in PLAYERS:
        raise InvalidMovement(PLAYERS_OF_AN_INDIVIDUAL, field="players")
    plans = (individual(players, rounds=rounds) for rounds in range(2, players))
    return _fits(
        plans, boards, minutes_a_board, minutes_a_change, most_a_round=_MOST_A_ROUND
    )


def team_proposals(
    number: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Plans for ``number`` teams of four and about ``boards`` boards: head to head or American Whist, the best first.

    >>> [(fit.name, fit.movement.rounds, fit.boards_a_round) for fit in team_proposals(5, 24)][:1]
    [('American Whist', 4, 6)]

    Raises:
        InvalidMovement: for numbers of teams without a known plan, and for numbers of boards out of range.
    """
    require_in_range(
        boards, 2, MOST_BOARDS, "boards", said(BOARDS_IN_RANGE, most=MOST_BOARDS)
    )
    require_in_range(
        number, 2, MOST_TEAMS, "teams", said(_TEAMS_IN_RANGE, most=MOST_TEAMS)
    )
    if number > 2 and number % 2 == 0:
        message = "With four teams or more the number must be odd: with an even one boards are relayed halfway."
        raise InvalidMovement(message, field="teams")
    most = 6 if number == 2 else number - 1
    plans = (teams(number, rounds=rounds) for rounds in range(2, most + 1, 2))
    return _fits(
        plans, boards, minutes_a_board, minutes_a_change, most_a_round=_MOST_OF_MATCHES
    )


def swiss_team_proposals(
    number: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Swiss movements for ``number`` teams of four and about ``boards`` boards, the best first.

    All their rounds can be drawn, whatever the results. The first round is drawn down the list: 1 meets 2, 3 meets 4.

    >>> [(fit.movement.rounds_planned, fit.boards_a_round) for fit in swiss_team_proposals(6, 24)]
    [(3, 8), (2, 12)]

    Raises:
        InvalidMovement: for numbers of teams without such a movement, and for numbers of boards out of range.
    """
    return _swiss_proposals("teams", number, boards, minutes_a_board, minutes_a_change)


def swiss_pair_proposals(
    number: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Swiss movements for ``number`` pairs and about ``boards`` boards, the best first. Each match has one table.

    >>> [(fit.movement.rounds_planned, fit.movement.tables) for fit in swiss_pair_proposals(9, 24)][:1]
    [(4, 4)]

    Raises:
        InvalidMovement: for numbers of pairs without such a movement, and for numbers of boards out of range.
    """
    return _swiss_proposals("pairs", number, boards, minutes_a_board, minutes_a_change)


def _swiss_proposals(
    form: str, number: int, boards: int, minutes_a_board: int, minutes_a_change: int
) -> tuple[Fit, ...]:
    require_in_range(
        boards, 2, MOST_BOARDS, "boards", said(BOARDS_IN_RANGE, most=MOST_BOARDS)
    )
    in_range = said(_SWISS_IN_RANGE[form], fewest=FEWEST_SWISS, most=MOST_SWISS)
    require_in_range(number, FEWEST_SWISS, MOST_SWISS, form, in_range)
    first = draw(range(1, number + 1))
    plans = (
        swiss_begun(first, form, rounds=rounds)
        for rounds in range(2, most_rounds(number) + 1)
    )
    return _fits(
        plans, boards, minutes_a_board, minutes_a_change, most_a_round=_MOST_OF_MATCHES
    )


def _fits(
    plans: Iterable[Movement],
    boards: int,
    minutes_a_board: int,
    minutes_a_change: int,
    *,
    most_a_round: int,
) -> tuple[Fit, ...]:
    """The plans, the best first, each with the number of boards a round that comes nearest to ``boards`` in all.

    A plan is left out if it misses ``boards`` by more than a quarter, or if its rounds would have no board or more
    than ``most_a_round`` boards.
    """
    fits = []
    for movement in plans:
        rounds = movement.rounds_planned
        a_round, rest = divmod(boards, rounds)
        if rest > rounds - rest:
            a_round += 1
        missed = abs(boards - rounds * a_round)
        if not 1 <= a_round <= most_a_round or missed > boards * _TOLERANCE:
            continue
        minutes = minutes_of(movement, a_round, minutes_a_board, minutes_a_change)
        cost = missed + _lacks(movement) + _is_short(movement, a_round)
        if a_round == 1:
            cost += 2
        name = (
            _SWISS_NAMES[movement.form]
            if movement.kind == SWISS
            else _NAMES[movement.kind]
        )
        fits.append(Fit(name, proved(movement), a_round, minutes, _EVERYBODY, cost))

    return tuple(sorted(fits, key=lambda fit: fit.cost))


def _is_short(movement: Movement, a_round: int) -> bool:
    """True if a match of a Swiss of pairs has so few boards (``a_round``) that luck decides the match."""
    return (
        movement.kind == SWISS
        and movement.form == "pairs"
        and a_round < _FEW_OF_A_MATCH
    )


def _lacks(movement: Movement) -> Fraction:
    """The cost of entries that never meet, in boards: up to 5, but only up to 1 in a Swiss.

    A match of only two teams costs nothing with four rounds, and half a board for each round more or fewer.
    """
    count = len(movement.entries)
    if movement.kind == SWISS:
        return Fraction(
            most_rounds(count) - movement.rounds_planned, most_rounds(count)
        )
    if count == 2:
        return Fraction(abs(movement.rounds - 4), 2)
    return Fraction(5 * (count - 1 - movement.rounds), count - 1)
