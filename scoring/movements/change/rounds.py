"""A change of the number of rounds while play is on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import Proposal, breaches_from, proposed
from scoring.movements.howell import howell
from scoring.movements.mitchell import mitchell
from scoring.movements.plan import Movement, MovementRow, Stay
from scoring.movements.ring import double_hesitation, hesitation
from scoring.said import Forms, counted, said

_LONGER: Final[Mapping[str, tuple[Callable[..., Movement], ...]]] = {
    "mitchell": (mitchell, partial(mitchell, even="share")),
    "howell": (howell,),
    "hesitation": (hesitation,),
    "double hesitation": (double_hesitation,),
}
_PLAYED: Final = Forms(
    "{played} round is played already.", "{played} rounds are played already."
)
_INSTEAD: Final = Forms(
    "There is {rounds} round instead of {planned}.",
    "There are {rounds} rounds instead of {planned}.",
)
_LEFT: Final = {
    "pairs": (
        "No round is added once a pair has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
    "teams": (
        "No round is added once a team has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
    "individual": (
        "No round is added once a player has left: number {number} went after round {round}, and "
        "whether its scores stand follows from the number of rounds."
    ),
}


def other_rounds(
    movement: Movement,
    rounds: int,
    from_round: int,
    *,
    seen: Set[tuple[int, int]] = frozenset(),
) -> Proposal:
    """The proposal to change the number of rounds to ``rounds``. All rounds before ``from_round`` are played already.

    ``seen`` are pairs of an entry and a set of boards that it may have seen. No round is added in which an entry plays
    a set that it may have seen.

    Raises:
        InvalidMovement: for fewer rounds than are played; if no further round can be made; and for more rounds after
            an entry has left, because the number of rounds decides whether its scores stand.
    """
    if rounds < from_round - 1 or rounds < 1:
        played = from_round - 1
        raise InvalidMovement(counted(played, _PLAYED, played=played), field="rounds")

    for stay in movement.stays:
        if stay.last < movement.rounds < rounds:
            raise InvalidMovement(
                said(_LEFT[movement.form], number=stay.entry, round=stay.last),
                field="rounds",
            )

    plan = replace(movement, stays=_stays(movement, rounds))
    if rounds < movement.rounds:
        plan = replace(plan, rows=plan.before(rounds + 1), full=False)

    while plan.rounds < rounds:
        plan = _one_more(plan, seen)

    turned = [row for row in movement.rows if row.turned]
    plan = _turned_at_the_end(plan, turned, from_round)
    text = counted(rounds, _INSTEAD, rounds=rounds, planned=movement.rounds)
    return proposed("rounds", text, movement, plan, max(from_round, 1))


def _stays(movement: Movement, rounds: int) -> tuple[Stay, ...]:
    """The stays (first and last round) of entries after the number of rounds is changed to ``rounds``.

    A stay that lasts until the last round of the movement lasts until the new last round.
    """
    stays = []
    for stay in movement.stays:
        if stay.first <= rounds:
            last = rounds if stay.last == movement.rounds else min(stay.last, rounds)
            stays.append(stay._replace(last=last))
    return tuple(stays)


def _one_more(movement: Movement, seen: Set[tuple[int, int]]) -> Movement:
    """The movement with one more round, in which no entry plays a set that it has ``seen``.

    Raises:
        InvalidMovement: if no such round keeps the rules.
    """
    number = movement.rounds + 1
    was_seen = False
    for rows, shared in _next_rounds(movement):
        for round_ in _with_everybody(movement, rows):
            longer = replace(
                movement,
                rows=(*movement.rows, *round_),
                shared=movement.shared | shared,
            )
            if breaches_from(longer, number):
                continue
            if seen.isdisjoint(_sets_played(round_)):
                return longer
            was_seen = True

    if was_seen:
        form = "In a round after round {last} somebody would play boards that they may have seen."
    else:
        form = "After round {last} there is none in which nobody meets or plays anything again."

    raise InvalidMovement(said(form, last=movement.rounds), field="rounds")


def _sets_played(rows: Iterable[MovementRow]) -> Iterator[tuple[int, int]]:
    """Yield pairs of an entry that plays in the rows and the set that it plays."""
    for row in rows:
        if row.is_played:
            for entry in row.seated:
                yield entry, row.set


def _with_everybody(
    movement: Movement, rows: tuple[MovementRow, ...]
) -> Iterator[tuple[MovementRow, ...]]:
    """Yield changed versions of a round's rows that give a seat to an entry without a table, then the unchanged rows.

    The first such entry takes the North-South seat of each row in turn. Without such an entry only the
    unchanged rows are yielded.
    """
    seated: set[int] = set()
    for row in rows:
        seated.update(row.seated)
    idle = [entry for entry in movement.entries if entry not in seated]
    if idle:
        for index, row in enumerate(rows):
            changed = row.renamed(row.ns, idle[0])
            yield (*rows[:index], changed, *rows[index + 1 :])
    yield rows


def _next_rounds(
    movement: Movement,
) -> Iterator[tuple[tuple[MovementRow, ...], frozenset[tuple[int, int]]]]:
    """Yield the rows of rounds that may follow, each with the pairs of round and set that tables may share.

    The next round of the movement's own kind comes first. After it come rounds in which the East-West entries and the
    sets of the last round move by some tables.
    """
    number = movement.rounds + 1
    for make in _LONGER.get(movement.kind, ()):
        try:
            longer = make(movement.tables, rounds=number)
        except InvalidMovement:
            continue
        for entry in longer.entries:
            if entry not in movement.entries:
                longer = longer.without(entry)
        yield longer.by_round[number], longer.shared

    last = []
    for row in movement.by_round[movement.rounds]:
        last.append(row.at_home())
    size = len(last)
    for on, down in product(range(1, size), repeat=2):
        rows = []
        for index, row in enumerate(last):
            comes = last[(index - on) % size]
            boards = last[(index + down) % size].set
            rows.append(
                row._replace(round=number, east=comes.east, west=comes.west, set=boards)
            )
        yield tuple(rows), frozenset()


def _turned_at_the_end(
    movement: Movement, turned: Sequence[MovementRow], from_round: int
) -> Movement:
    """The movement with its turned rounds at the end again, after a change of its number of rounds.

    As many of the rounds to come are turned as before the change. Rounds before ``from_round`` are played already, and
    are left as they are. ``turned`` are the turned rows before the change.
    """
    rounds_to_come = set()
    for row in turned:
        if row.round >= from_round:
            rounds_to_come.add(row.round)
    first = movement.rounds - len(rounds_to_come) + 1
    tables = {row.table for row in turned}
    rows = []
    for row in movement.rows:
        is_to_come = row.round >= from_round and row.table in tables
        should_be_turned = row.round >= first
        if is_to_come and row.turned != should_be_turned:
            row = row.with_turn()
        rows.append(row)

    return movement.with_rows(rows)
