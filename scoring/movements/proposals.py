"""Movements that fit an evening with a number of pairs and a number of boards, the best first."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements import howell as howells
from scoring.movements import ring, rover
from scoring.movements.balance import quality
from scoring.movements.check import proved
from scoring.movements.mitchell import mitchell, most_rounds, usual_switch
from scoring.movements.plan import Movement, require_in_range
from scoring.said import Said, said

MOST_PAIRS: Final = 120
MOST_BOARDS: Final = 99
MINUTES_A_BOARD: Final = 7
MINUTES_A_CHANGE: Final = 2
BOARDS_IN_RANGE: Final = "An evening has from 2 to {most} boards."
_MOST_A_ROUND: Final = 8
_TOLERANCE: Final = Fraction(1, 4)


class Fit(NamedTuple):
    """A movement that fits an evening, with its length, its quality and its cost."""

    name: Said
    movement: Movement
    boards_a_round: int
    minutes: int
    quality: Fraction
    cost: Fraction
    """The cost in boards: 0 is the best fit, a higher cost is a worse fit. See ``_cost``."""

    @property
    def boards(self) -> int:
        """The number of boards that a pair plays if it never sits out."""
        return self.movement.rounds_planned * self.boards_a_round

    @property
    def sits_out(self) -> int:
        """The greatest number of boards that a pair sits out."""
        rounds = Counter(entry for _, entry in self.movement.sit_outs)
        return max(rounds.values(), default=0) * self.boards_a_round

    def ends(self, start: datetime) -> datetime:
        """The time at which play is over if it begins at ``start``."""
        return start + timedelta(minutes=self.minutes)


class _Kind(NamedTuple):
    name: Said
    tables: int
    most_rounds: int
    sets: int
    make: Callable[..., Movement]


def proposals(
    pairs: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Movements for a number of pairs (9½ tables are 19 pairs) and about ``boards`` boards, the best first.

    Every movement keeps all rules.

    >>> [(fit.name, fit.movement.rounds, fit.boards_a_round) for fit in proposals(18, 27)][:2]
    [('Mitchell', 9, 3), ('Mitchell, last round turned', 9, 3)]

    Raises:
        InvalidMovement: for numbers of pairs or boards that are too small or too large.
    """
    message = said("There are from 4 to {most} pairs.", most=MOST_PAIRS)
    require_in_range(pairs, 4, MOST_PAIRS, "pairs", message)
    require_in_range(
        boards, 2, MOST_BOARDS, "boards", said(BOARDS_IN_RANGE, most=MOST_BOARDS)
    )
    fits = []
    for kind in _kinds(pairs):
        shape = _shape(kind, boards)
        if shape is None:
            continue
        rounds, a_round = shape
        try:
            movement = kind.make(rounds=rounds)
        except InvalidMovement:
            continue
        if kind.tables * 2 > pairs:
            movement = movement.without(2 * kind.tables)
        minutes = minutes_of(movement, a_round, minutes_a_board, minutes_a_change)
        balance = quality(movement) or Fraction(100)
        cost = _cost(kind, movement, a_round, boards, balance)
        name = _name(kind, movement)
        fits.append(Fit(name, proved(movement), a_round, minutes, balance, cost))

    return tuple(sorted(fits, key=lambda fit: fit.cost))


def minutes_of(
    movement: Movement, boards_a_round: int, minutes_a_board: int, minutes_a_change: int
) -> int:
    """The minutes of play from the first board to the last."""
    rounds = movement.rounds_planned
    return rounds * boards_a_round * minutes_a_board + (rounds - 1) * minutes_a_change


def _kinds(pairs: int) -> Iterator[_Kind]:
    """Yield every kind of movement for a number of pairs.

    For an odd number of pairs one table lacks a pair, or there is a rover.
    """
    tables = (pairs + 1) // 2
    yield from _mitchells(tables)
    if tables in howells.TABLES:
        rounds = 2 * tables - 1
        yield _Kind(
            said("Howell"), tables, rounds, rounds, partial(howells.howell, tables)
        )
    if tables in ring.HESITATION_TABLES:
        make = partial(ring.hesitation, tables)
        yield _Kind(
            said("Hesitation"), tables, tables + 1, tables + 1, partial(_turned, make)
        )
    if tables in ring.DOUBLE_TABLES:
        make = partial(ring.double_hesitation, tables)
        yield _Kind(
            said("Double hesitation"),
            tables,
            tables + 2,
            tables + 2,
            partial(_turned, make),
        )
    if pairs % 2 and tables - 1 in rover.TABLES:
        most = most_rounds(tables - 1, "skip")
        yield _Kind(
            said("Rover"), tables - 1, most, tables - 1, partial(_rover, tables - 1)
        )


def _mitchells(tables: int) -> Iterator[_Kind]:
    """Yield the Mitchells for a number of tables, each without and with turned rounds."""
    names = {"skip": said("Mitchell")}
    if tables % 2 == 0:
        names = {
            "skip": said("Mitchell with a skip"),
            "share": said("Mitchell with share and relay"),
        }
    for even, name in names.items():
        most = most_rounds(tables, even)
        make = partial(mitchell, tables, even=even)
        yield _Kind(name, tables, most, tables, make)
        yield _Kind(name, tables, most, tables, partial(_turned, make))


def _turned(make: Callable[..., Movement], *, rounds: int) -> Movement:
    """The movement that ``make`` returns for a number of rounds, with the usual number of turned rounds at the end."""
    return make(rounds=rounds, switch=usual_switch(rounds))


def _name(kind: _Kind, movement: Movement) -> Said:
    turned = len({row.round for row in movement.rows if row.turned})
    if not turned:
        return kind.name
    if turned == 1:
        return said("{movement}, last round turned", movement=kind.name)
    return said("{movement}, last two rounds turned", movement=kind.name)


def _rover(tables: int, *, rounds: int) -> Movement:
    """A rover with this number of rounds; if no such rover is found, the longest rover."""
    try:
        return rover.rover(tables, rounds=rounds)
    except InvalidMovement:
        return rover.rover(tables)


def _shape(kind: _Kind, boards: int) -> tuple[int, int] | None:
    """The best number of rounds, and of boards a round, for a pair to play about ``boards`` boards.

    None if no choice comes near enough to ``boards``.
    """
    shapes = []
    for rounds in range(2, kind.most_rounds + 1):
        least = boards // rounds
        for a_round in {min(least, _MOST_A_ROUND), min(least + 1, _MOST_A_ROUND)}:
            off = abs(boards - rounds * a_round)
            if a_round and off <= boards * _TOLERANCE:
                shapes.append(
                    (_shape_cost(kind, rounds, a_round, boards), -rounds, a_round)
                )

    if not shapes:
        return None

    _, rounds, a_round = min(shapes)
    return -rounds, a_round


def _shape_cost(kind: _Kind, rounds: int, a_round: int, boards: int) -> Fraction:
    """The cost, in boards, of a plan with ``rounds`` rounds of ``a_round`` boards for an evening of ``boards`` boards.

    Each board too many or too few in all costs 1. Sets that a pair does not play cost up to 5. Rounds of one board
    cost 2; each board above five in a round costs 1.
    """
    missed = abs(boards - rounds * a_round)
    unseen = Fraction(5 * (kind.sets - rounds), kind.sets)
    short = 2 if a_round == 1 else 0
    long = max(0, a_round - 5)
    return missed + unseen + short + long


def _cost(
    kind: _Kind, movement: Movement, a_round: int, boards: int, balance: Fraction
) -> Fraction:
    """The cost of a movement for an evening, in boards: the cost of its shape, and of the movement itself.

    The movement costs two for each board that a pair sits out on average, one for sharing boards, and a twentieth of
    the difference between 100 and its balance.
    """
    sits_out = Fraction(2 * len(movement.sit_outs) * a_round, len(movement.entries))
    shape = _shape_cost(kind, movement.rounds, a_round, boards)
    return shape + sits_out + bool(movement.sharing) + (100 - balance) / 20
