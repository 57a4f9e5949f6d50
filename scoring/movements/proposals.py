"""Movements that fit an evening with a number of pairs and a number of boards, the best first.

The order is that in which directors choose: up to four tables a Howell, then a Mitchell; a hesitation where nothing
plain fits. ``docs/movements.md`` has a table of what comes first, made by ``tools/movement_table.py``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements import howell as howells
from scoring.movements import ring, rover
from scoring.movements.balance import quality
from scoring.movements.check import proved
from scoring.movements.mitchell import mitchell, most_rounds, usual_switch, web
from scoring.movements.plan import Movement, require_in_range
from scoring.said import Said, said

MOST_PAIRS: Final = 120
MOST_BOARDS: Final = 99
MINUTES_A_BOARD: Final = 7
MINUTES_A_CHANGE: Final = 2
BOARDS_IN_RANGE: Final = "An evening has from 2 to {most} boards."
MOST_FITS: Final = 10
_MOST_A_ROUND: Final = 8
_TOLERANCE: Final = Fraction(1, 4)
_SHAPES_OF_A_KIND: Final = 3
_WORSE_SHAPE: Final = 3
"""The most boards by which another shape of a kind may cost more than the best shape."""
_MOST_OVER_THE_BEST: Final = 16
_SETS_OF_WEBS: Final = range(7, 17, 2)
_FEWEST_TABLES_OF_A_WEB: Final = 13
_MOST_COPIES: Final = 3
_MOST_KEPT: Final = 100
_RELAYED: Final = said("Mitchell with a relay")
# What a kind costs, in boards, because directors would rather choose another kind.
_TOO_FEW_TABLES: Final = Fraction(12)
_NOT_PLAIN: Final = Fraction(10)
_ROVES: Final = Fraction(1)
_TABLE_OF_A_HOWELL: Final = 3
"""The cost of a Howell, for each table above four."""
_MOST_PAIRS_OF_A_HOWELL: Final = 9
"""The most pairs for which a Howell costs nothing."""
_TWO_COPIES: Final = Fraction(1)
_THREE_COPIES: Final = Fraction(31, 10)


class Fit(NamedTuple):
    """A movement that fits an evening, with its length, its quality and its cost."""

    name: str
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


class _Maker(NamedTuple):
    """A generator of movements, with its number of tables and its other options."""

    generator: Callable[..., Movement]
    tables: int
    options: tuple[tuple[str, str], ...] = ()
    is_turned: bool = False
    """True if the usual number of rounds at the end is turned."""

    def movement(self, rounds: int) -> Movement:
        """The movement of this number of rounds. Raises InvalidMovement if there is none."""
        options: dict[str, Any] = dict(self.options)
        if self.is_turned:
            options["switch"] = usual_switch(rounds)
        return self.generator(self.tables, rounds=rounds, **options)


class _Kind(NamedTuple):
    """A kind of movement for a number of tables, with the numbers of rounds that it can have."""

    name: Said
    maker: _Maker
    rounds: range
    sets: int
    dislike: Fraction = Fraction(0)
    """The cost, in boards, of the kind itself."""


class _Shape(NamedTuple):
    """A number of rounds and of boards a round, with the cost of this shape."""

    cost: Fraction
    rounds: int
    boards_a_round: int


def proposals(
    pairs: int,
    boards: int,
    *,
    minutes_a_board: int = MINUTES_A_BOARD,
    minutes_a_change: int = MINUTES_A_CHANGE,
) -> tuple[Fit, ...]:
    """Movements for a number of pairs (9½ tables are 19 pairs) and about ``boards`` boards, the best first.

    Every movement keeps all rules. A kind has several shapes if they cost about as much, such as 7 rounds of 3 boards
    beside 6 rounds of 4.

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
        for shape in _shapes(kind, boards):
            fit = _fit(kind, shape, pairs, minutes_a_board, minutes_a_change)
            if fit is not None:
                fits.append(fit)

    return tuple(_best(fits))


def _fit(
    kind: _Kind, shape: _Shape, pairs: int, minutes_a_board: int, minutes_a_change: int
) -> Fit | None:
    """The movement of a kind with this shape; None if there is none, or if it needs too many copies of the boards."""
    is_half = kind.maker.tables * 2 > pairs
    made = _made(kind.maker, shape.rounds, is_half=is_half)
    if made is None:
        return None

    movement, balance = made
    a_round = shape.boards_a_round
    minutes = minutes_of(movement, a_round, minutes_a_board, minutes_a_change)
    fit = Fit(_name(kind, movement), movement, a_round, minutes, balance, shape.cost)
    cost = shape.cost + _sit_out_cost(fit.sits_out) + _sharing_cost(movement)
    return fit._replace(cost=cost + (100 - balance) / 20)


def _best(fits: Iterable[Fit]) -> list[Fit]:
    """At most ``MOST_FITS`` fits: the best fit of each name, and then other good fits; the best first."""
    in_order = sorted(fits, key=lambda fit: fit.cost)
    first: dict[str, Fit] = {}
    others = []
    for fit in in_order:
        over = fit.cost - in_order[0].cost
        if over > _MOST_OVER_THE_BEST:
            break
        if fit.name not in first:
            first[fit.name] = fit
        elif over <= _NOT_PLAIN and fit.cost <= first[fit.name].cost + _WORSE_SHAPE:
            others.append(fit)

    chosen = [*first.values(), *others][:MOST_FITS]
    return sorted(chosen, key=lambda fit: fit.cost)


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
    yield from _webs(tables)
    yield from _howells(pairs)
    yield from _hesitations(tables)
    if pairs % 2 and tables - 1 in rover.TABLES:
        rounds = range(2, rover.longest(tables - 1) + 1)
        maker = _Maker(rover.rover, tables - 1)
        yield _Kind(said("Rover"), maker, rounds, tables - 1, _ROVES)


def _mitchells(tables: int) -> Iterator[_Kind]:
    """Yield the Mitchells for a number of tables, each without and with turned rounds."""
    names = {"skip": said("Mitchell")}
    if tables % 2 == 0:
        names = {
            "skip": said("Mitchell with a skip"),
            "share": said("Mitchell with share and relay"),
        }
    dislike = _TOO_FEW_TABLES if tables <= 4 else Fraction(0)
    for even, name in names.items():
        most = most_rounds(tables, even)
        rounds = range(2, most + 1)
        if even == "share" and tables > 2:
            # With fewer rounds a skip does as well, and needs no sharing.
            rounds = range(most, most + 1)

        maker = _Maker(mitchell, tables, (("even", even),))
        yield _Kind(name, maker, rounds, tables, dislike)
        yield _Kind(name, maker._replace(is_turned=True), rounds, tables, dislike)


def _webs(tables: int) -> Iterator[_Kind]:
    """Yield the Webs for a number of tables, each without and with turned rounds."""
    if tables < _FEWEST_TABLES_OF_A_WEB:
        return

    maker = _Maker(web, tables)
    turned = maker._replace(is_turned=True)
    for sets in _SETS_OF_WEBS:
        if sets < tables:
            rounds = range(sets - 1, sets + 1)
            yield _Kind(said("Web Mitchell"), maker, rounds, sets)
            yield _Kind(said("Web Mitchell"), turned, rounds, sets)


def _howells(pairs: int) -> Iterator[_Kind]:
    """Yield the full and the three-quarter Howells for a number of pairs."""
    tables = (pairs + 1) // 2
    dislike = Fraction(0)
    if pairs > _MOST_PAIRS_OF_A_HOWELL:
        dislike = _TABLE_OF_A_HOWELL * (Fraction(pairs, 2) - 4)
    if tables in howells.TABLES:
        most = 2 * tables - 1
        rounds = range(max(2, most - 2), most + 1)
        maker = _Maker(howells.howell, tables)
        yield _Kind(said("Howell"), maker, rounds, most, dislike)

    maker = _Maker(howells.three_quarter_howell, tables)
    for most in howells.three_quarter_rounds(tables):
        rounds = range(most, most + 1)
        yield _Kind(said("Three-quarter Howell"), maker, rounds, most, dislike)


def _hesitations(tables: int) -> Iterator[_Kind]:
    """Yield the hesitation and the double hesitation for a number of tables."""
    dislike = _NOT_PLAIN + _TOO_FEW_TABLES if tables <= 4 else _NOT_PLAIN
    kinds = (
        (said("Hesitation"), ring.HESITATION_TABLES, ring.hesitation, tables + 1),
        (
            said("Double hesitation"),
            ring.DOUBLE_TABLES,
            ring.double_hesitation,
            tables + 2,
        ),
    )
    for name, range_of_tables, generator, most in kinds:
        if tables in range_of_tables:
            rounds = range(2, most + 1)
            maker = _Maker(generator, tables, is_turned=True)
            yield _Kind(name, maker, rounds, most, dislike)


@lru_cache(maxsize=_MOST_KEPT)
def _made(
    maker: _Maker, rounds: int, *, is_half: bool
) -> tuple[Movement, Fraction] | None:
    """The proved movement, and its balance; None if there is none, or if it needs too many copies of the boards.

    The last movements are kept, because the page that opens a session asks for them again when a plan is chosen.
    """
    try:
        movement = maker.movement(rounds)
    except InvalidMovement:
        return None
    if movement.copies > _MOST_COPIES:
        return None
    if is_half:
        movement = with_a_pair_missing(movement)
    balance = quality(movement) or Fraction(100)
    return proved(movement), balance


def with_a_pair_missing(movement: Movement) -> Movement:
    """The movement of whole tables with one pair fewer.

    The missing pair is the pair whose absence leaves the fewest shared sets; of equal pairs the pair with the highest
    number. So a Mitchell with share and relay needs no sharing, because one of the two tables that share is not played.
    """
    saved = Counter(dict.fromkeys(movement.entries, 0))
    if movement.copies == 1:
        rows = {row[:2]: row for row in movement.rows}
        for number, _, tables in movement.sharing:
            if len(tables) == 2:
                for table in tables:
                    saved.update(rows[number, table].seated)

    missing = max(movement.entries, key=lambda entry: (saved[entry], entry))
    return movement.without(missing)


def _name(kind: _Kind, movement: Movement) -> Said:
    name = kind.name
    if movement.kind == "mitchell" and movement.shared and not movement.sharing:
        name = _RELAYED
    turned = len({row.round for row in movement.rows if row.turned})
    if not turned:
        return name
    if turned == 1:
        return said("{movement}, last round turned", movement=name)
    return said("{movement}, last two rounds turned", movement=name)


def _shapes(kind: _Kind, boards: int) -> list[_Shape]:
    """The best shapes of a kind for a pair to play about ``boards`` boards, the best first.

    Empty if no shape comes near enough to ``boards``.
    """
    shapes = []
    for rounds in kind.rounds:
        least = boards // rounds
        for a_round in {min(least, _MOST_A_ROUND), min(least + 1, _MOST_A_ROUND)}:
            off = abs(boards - rounds * a_round)
            if a_round and off <= boards * _TOLERANCE:
                cost = kind.dislike + _shape_cost(kind, rounds, a_round, boards)
                shapes.append(_Shape(cost, rounds, a_round))

    shapes.sort(key=lambda shape: (shape.cost, -shape.rounds))
    near = [shape for shape in shapes if shape.cost <= shapes[0].cost + _WORSE_SHAPE]
    return near[:_SHAPES_OF_A_KIND]


def _shape_cost(kind: _Kind, rounds: int, a_round: int, boards: int) -> Fraction:
    """The cost, in boards, of a plan with ``rounds`` rounds of ``a_round`` boards for an evening of ``boards`` boards.

    Each board too many or too few in all costs 1. Sets that a pair does not play cost up to 10. Rounds of one board
    cost 8; each board above five in a round costs 1.
    """
    missed = abs(boards - rounds * a_round)
    unseen = Fraction(10 * (kind.sets - rounds), kind.sets)
    short = 8 if a_round == 1 else 0
    long = max(0, a_round - 5)
    return missed + unseen + short + long


def _sit_out_cost(boards: int) -> Fraction:
    """The cost, in boards, of a sit-out of this length: half a board each, and one for each after the third."""
    return Fraction(boards + max(0, boards - 3), 2)


def _sharing_cost(movement: Movement) -> Fraction:
    """The cost, in boards, of tables that share boards, or of copies of the boards."""
    if movement.copies > 2:
        return _THREE_COPIES
    if movement.copies == 2:
        return _TWO_COPIES
    return Fraction(bool(movement.sharing))
