"""Guide cards for the players of a movement, and for each table the place that its boards come from."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoring.movements.plan import Movement, MovementRow
from scoring.movements.round_robin import PASSED_ON

_SEATS: Final = ("N", "S", "E", "W")


class GuideRound(NamedTuple):
    """One round of a guide card; ``table`` is None if the entry sits out."""

    round: int
    table: int | None = None
    seat: str = ""
    """The seat: NS or EW, or in an individual N, S, E or W. It does not change if the boards are turned."""
    partner: int | None = None
    """The partner in an individual; otherwise None."""
    opponents: tuple[int, ...] = ()
    set: int | None = None
    turned: bool = False


class MovementCard(NamedTuple):
    """The guide card of one pair, of one player, or of half a team: a place for each round."""

    entry: int
    half: str
    """The half of a team, NS or EW; empty for a pair or a player."""
    places: tuple[GuideRound, ...]


class Lay(NamedTuple):
    """The set of boards at one table in one round, with the table from which the set comes."""

    round: int
    table: int
    set: int
    comes_from: int | None
    """The table that had the boards in the round before; None if no table had them, or in the first round."""
    shared_with: tuple[int, ...]
    """The other tables that share these boards in the same round. Tables with copies of the boards share none."""


def guide_cards(movement: Movement) -> tuple[MovementCard, ...]:
    """The guide cards of all entries, in the order of their numbers. A team has a card for each half."""
    is_of_teams = movement.form == "teams"
    halves = ("NS", "EW") if is_of_teams else ("",)
    places: dict[tuple[int, str], list[GuideRound]] = {}
    for entry in movement.entries:
        for half in halves:
            places[entry, half] = []

    for row in movement.rows:
        if not row.is_played:
            continue
        for entry, place in _places(row, movement.form):
            half = place.seat if is_of_teams else ""
            places[entry, half].append(place)

    for number, entry in movement.sit_outs:
        for half in halves:
            places[entry, half].append(GuideRound(number))

    cards = []
    for (entry, half), of_card in places.items():
        of_card.sort(key=lambda place: place.round)
        cards.append(MovementCard(entry, half, tuple(of_card)))

    return tuple(cards)


def _places(row: MovementRow, form: str) -> Iterator[tuple[int, GuideRound]]:
    """Yield each entry of a row, with the round as the guide card of the entry shows it. The row has no empty seat.

    The seat on the card does not change if the boards are turned.
    """
    home = row.at_home()
    if form == "individual":
        yield from _places_of_players(home)
        return
    ns, ew = home.ns, home.ew
    assert ns is not None  # the row is played
    assert ew is not None
    yield ns, GuideRound(row.round, row.table, "NS", None, (ew,), row.set, row.turned)
    yield ew, GuideRound(row.round, row.table, "EW", None, (ns,), row.set, row.turned)


def _places_of_players(row: MovementRow) -> Iterator[tuple[int, GuideRound]]:
    players = row.seats
    partners = row.south, row.north, row.west, row.east
    ns = _numbers(players[:2])
    ew = _numbers(players[2:])
    opponents = ew, ew, ns, ns
    for seat, player, partner, against in zip(
        _SEATS, players, partners, opponents, strict=True
    ):
        if player is not None:
            yield (
                player,
                GuideRound(row.round, row.table, seat, partner, against, row.set),
            )


def _numbers(seats: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(entry for entry in seats if entry is not None)


def board_moves(movement: Movement) -> tuple[Lay, ...]:
    """The boards of each table in each round, with the table from which they come."""
    tables: dict[tuple[int, int], list[int]] = {}
    for row in movement.rows:
        tables.setdefault((row.round, row.set), []).append(row.table)

    lays = []
    for row in movement.rows:
        before = tables.get((row.round - 1, row.set), [])
        shared: tuple[int, ...] = ()
        if row.is_played and movement.copies == 1:
            shared = sharing_with(movement, row, tables[row.round, row.set])
        comes_from = _origin(row.table, before, movement)
        lays.append(Lay(row.round, row.table, row.set, comes_from, shared))

    return tuple(lays)


def sharing_with(
    movement: Movement, row: MovementRow, tables: Iterable[int]
) -> tuple[int, ...]:
    """The tables with which the table of a row shares its boards. ``tables`` are all that play the boards in the round.

    Head to head it is only the other table of the match, because each match has a copy of the boards.
    """
    if movement.kind not in PASSED_ON:
        return tuple(table for table in tables if table != row.table)
    of_match = []
    for other in movement.by_round[row.round]:
        is_in_match = {*other.seated} == {*row.seated} and other.set == row.set
        if is_in_match and other.table != row.table:
            of_match.append(other.table)
    return tuple(of_match)


def _origin(table: int, before: Sequence[int], movement: Movement) -> int | None:
    """The table that a table gets its boards from; ``before`` are the tables that had them in the round before.

    With copies, boards go down one table, and from the first table of a group to the last if the group has as many
    tables as there are sets. None if the boards come from a relay.
    """
    if table in before:
        return table
    if movement.copies == 1:
        return before[0] if before else None
    first = table - movement.sets + 1
    if table + 1 in before:
        return table + 1
    if table % movement.sets == 0 and first in before:
        return first
    return None


def relays(movement: Movement) -> dict[int, tuple[int, ...]]:
    """The sets of boards at relays, by round: the sets that lie at no table and are needed in a later round."""
    resting = {}
    for number, rows in movement.by_round.items():
        at_tables = {row.set for row in rows}
        needed = set()
        for row in movement.rows:
            if row.round > number:
                needed.add(row.set)
        resting[number] = tuple(sorted(needed - at_tables))
    return resting


def copies_needed(movement: Movement) -> int:
    """The number of copies of each board that are needed if only the two tables of a match pass theirs to each other.

    In an individual, or with pairs, every table counts as a match.

    >>> from scoring.movements.teams import teams
    >>> copies_needed(teams(6)), copies_needed(teams(5))
    (3, 1)
    """
    matches: dict[tuple[int, int], set[frozenset[int]]] = {}
    for row in movement.rows:
        if row.is_played:
            at_once = matches.setdefault((row.round, row.set), set())
            at_once.add(frozenset(row.seated))
    return max(map(len, matches.values()), default=0)
