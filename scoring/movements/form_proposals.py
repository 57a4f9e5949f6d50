"""Movements for individuals, for teams and for a Swiss that fit an evening with a number of boards, the best first."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.check import proved
from scoring.movements.individual import individual, require_players
from scoring.movements.plan import SWISS, Movement, require_in_range
from scoring.movements.proposals import (
    BOARDS_IN_RANGE,
    MINUTES_A_BOARD,
    MINUTES_A_CHANGE,
    MOST_BOARDS,
    Fit,
    minutes_of,
)
from scoring.movements.round_robin import OWN_BOARDS, PASSED_ON, ROUND_ROBIN, TRIANGLE
from scoring.movements.swiss import draw, most_rounds, swiss_begun
from scoring.movements.teams import MOST_TEAMS, STAGGER, WAYS, teams
from scoring.said import said

_NAMES: Final = {
    "individual": said("Individual"),
    "head to head": said("Head to head"),
    "American Whist": said("American Whist"),
    ROUND_ROBIN: said("Round robin, head to head"),
    OWN_BOARDS: said("Round robin, head to head, each match with its own boards"),
    STAGGER: said("Round robin as a stagger"),
    TRIANGLE: said("Head to head with a triangle"),
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
_MOST_OF_THREE = 16  # boards of three teams, which have two rounds
_MOST_LENGTHS = 5  # of the plans of one name
_MOST_ROUNDS_OF_ONE = 12  # rounds of one board, without haste
_WITH_MORE_WORK: Final = {
    OWN_BOARDS: Fraction(1, 2),
    TRIANGLE: Fraction(1, 2),
    STAGGER: Fraction(1),
}
"""The cost, in boards, of kinds of movements that ask more of director and players than others for as many teams."""
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
    require_players(players)
    plans = (individual(players, rounds=rounds) for rounds in range(2, players))
    fits = _fits(
        plans, boards, minutes_a_board, minutes_a_change, most_a_round=_MOST_A_ROUND
    )
    return tuple(_few_of_a_name(fits))


def team_proposals(
    number: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Plans for ``number`` teams of four and about ``boards`` boards, the best first, in every way in which teams meet.

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
    most = _MOST_OF_THREE if number == 3 else _MOST_OF_MATCHES
    plans = _team_plans(number)
    fits = _fits(plans, boards, minutes_a_board, minutes_a_change, most_a_round=most)
    return tuple(_few_of_a_name(fits))


def _team_plans(number: int) -> Iterator[Movement]:
    """Yield the movements of two rounds or more for a number of teams."""
    if number == 2:
        yield from (teams(number, rounds=rounds) for rounds in (2, 4, 6))
        return
    for way, (numbers, _) in WAYS.items():
        if number not in numbers:
            continue
        for rounds in range(2, number + 1):
            try:
                movement = teams(number, rounds=rounds, way=way)
            except InvalidMovement:
                continue
            # Without its last rounds it has as many boards to lay out.
            if movement.kind != OWN_BOARDS or rounds == number - 1:
                yield movement


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

    A plan is left out if it misses ``boards`` by more than a quarter, or if its rounds would have too few boards, or
    more than ``most_a_round`` boards.
    """
    fits = []
    for movement in plans:
        rounds = movement.rounds_planned
        a_round, rest = divmod(boards, rounds)
        if rest > rounds - rest:
            a_round += 1
        missed = abs(boards - rounds * a_round)
        if (
            not _least_a_round(movement) <= a_round <= most_a_round
            or missed > boards * _TOLERANCE
        ):
            continue
        minutes = minutes_of(movement, a_round, minutes_a_board, minutes_a_change)
        cost = missed + _lacks(movement)
        cost += _hurries(movement, a_round) + _work(movement, a_round)
        name = (
            _SWISS_NAMES[movement.form]
            if movement.kind == SWISS
            else _NAMES[movement.kind]
        )
        fits.append(Fit(name, proved(movement), a_round, minutes, _EVERYBODY, cost))

    return tuple(sorted(fits, key=lambda fit: fit.cost))


def _few_of_a_name(fits: Iterable[Fit]) -> Iterator[Fit]:
    """Yield the first fits of each name; the rest of a name is left out."""
    counts: Counter[str] = Counter()
    for fit in fits:
        counts[fit.name] += 1
        if counts[fit.name] <= _MOST_LENGTHS:
            yield fit


def _are_shared_in_matches(movement: Movement) -> bool:
    """True for a movement of teams, other than a Swiss, in which tables pass boards to each other during a round."""
    is_of_teams = movement.form == "teams" and movement.kind != SWISS
    return is_of_teams and bool(movement.shared)


def _least_a_round(movement: Movement) -> int:
    """The fewest boards of a round: one, or two where two tables begin with different boards and pass them on."""
    return 2 if _are_shared_in_matches(movement) else 1


def _hurries(movement: Movement, a_round: int) -> Fraction:
    """The cost of rounds of few boards (``a_round``), in boards.

    Rounds of one board cost 2, and more if there are many. A match of few boards, which luck decides, costs 1 in a
    Swiss of pairs; if teams pass the boards during the match, it costs 2 for each board that it has too few.
    """
    cost = Fraction(0)
    if a_round == 1:
        many = max(0, movement.rounds_planned - _MOST_ROUNDS_OF_ONE)
        cost += 2 + Fraction(many, 4)
    if _are_shared_in_matches(movement):
        cost += 2 * max(0, _FEW_OF_A_MATCH - a_round)
    if (movement.kind, movement.form) == (SWISS, "pairs"):
        cost += a_round < _FEW_OF_A_MATCH
    return cost


def _work(movement: Movement, a_round: int) -> Fraction:
    """The cost, in boards, of a movement of teams that asks more than others: of work, and of boards to sit out."""
    if movement.kind == SWISS:
        return Fraction(0)
    sits_out = Fraction(2 * len(movement.sit_outs) * a_round, len(movement.entries))
    return sits_out + _WITH_MORE_WORK.get(movement.kind, 0)


def _lacks(movement: Movement) -> Fraction:
    """The cost of entries that never meet, in boards: up to 5, but only up to 1 in a Swiss, and up to 6 head to head.

    A match of only two teams costs nothing with four rounds, and half a board for each round more or fewer.
    """
    count = len(movement.entries)
    if movement.kind == SWISS:
        return Fraction(
            most_rounds(count) - movement.rounds_planned, most_rounds(count)
        )
    if count == 2:
        return Fraction(abs(movement.rounds - 4), 2)
    missed = max(0, count - 1 - movement.rounds)
    lacks = Fraction(5 * missed, count - 1)
    if missed and movement.kind in PASSED_ON:
        lacks += 1
    return lacks
