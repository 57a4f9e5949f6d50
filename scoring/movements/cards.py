"""Guide cards for the players of a movement, and for each table where its boards come from."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scoring.movements.plan import Movement, Row

_SEATS: Final = ("N", "S", "E", "W")


class Place(NamedTuple):
    """One round of a guide card. Without a table the entry sits out."""

    round: int
    table: int | None = None
    seat: str = ""
    """NS or EW, of an individual N, S, E or W: where to sit, and if boards are turned it stays so."""
    partner: int | None = None
    """Of an individual."""
    opponents: tuple[int, ...] = ()
    set: int | None = None
    turned: bool = False


class Card(NamedTuple):
    """The rounds of one pair, player or half of a team."""

    entry: int
    half: str
    """NS or EW of a team; otherwise empty."""
    places: tuple[Place, ...]


class Lay(NamedTuple):
    """The boards of one table in one round."""

    round: int
    table: int
    set: int
    comes_from: int | None
    """The table that had them in the round before; None if they lay at a relay, or play begins."""
    shared_with: tuple[int, ...]
    """Tables that play them in the same round: boards are passed, or there are copies."""


def guide_cards(movement: Movement) -> tuple[Card, ...]:
    """The guide cards of everybody, by number."""
    teams = movement.form == "teams"
    places: dict[tuple[int, str], list[Place]] = {
        (entry, half): [] for entry in movement.entries for half in (("NS", "EW") if teams else ("",))
    }
    for row in movement.rows:
        if row.is_played:
            for entry, place in _places(row, movement.form):
                places[entry, place.seat if teams else ""].append(place)
    for number, entry in movement.sit_outs:
        for half in ("NS", "EW") if teams else ("",):
            places[entry, half].append(Place(number))
    return tuple(Card(*key, tuple(sorted(found, key=lambda place: place.round))) for key, found in places.items())


def _places(row: Row, form: str) -> Iterator[tuple[int, Place]]:
    """Yield everybody in a row with the place on their card."""
    home = row.with_turn() if row.turned else row
    if form == "individual":
        seats = home[2:6]
        for at, entry in enumerate(seats):
            if entry is not None:
                opponents = _numbers(seats[2:] if at < 2 else seats[:2])
                yield entry, Place(row.round, row.table, _SEATS[at], seats[at ^ 1], opponents, row.set)
        return
    for seat, own, other in (("NS", home.ns, home.ew), ("EW", home.ew, home.ns)):
        if own is not None:
            yield own, Place(row.round, row.table, seat, None, _numbers((other,)), row.set, row.turned)


def _numbers(seats: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(entry for entry in seats if entry is not None)


def board_moves(movement: Movement) -> tuple[Lay, ...]:
    """Where the boards of each table come from, round by round (M12)."""
    tables: dict[tuple[int, int], tuple[int, ...]] = {}
    for row in movement.rows:
        tables[row.round, row.set] = (*tables.get((row.round, row.set), ()), row.table)
    found = []
    for row in movement.rows:
        before = tables.get((row.round - 1, row.set), ())
        source = row.table if row.table in before else before[0] if before else None
        others = tuple(table for table in tables[row.round, row.set] if table != row.table)
        found.append(Lay(row.round, row.table, row.set, source, others if row.is_played else ()))
    return tuple(found)


def relays(movement: Movement) -> dict[int, tuple[int, ...]]:
    """The sets that lie at no table in each round, and are needed later."""
    found = {}
    for number in movement.by_round:
        here = {row.set for row in movement.by_round[number]}
        needed = {row.set for row in movement.rows if row.round > number}
        found[number] = tuple(sorted(needed - here))
    return found
