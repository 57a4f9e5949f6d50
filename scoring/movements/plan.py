"""Movements as data: for each round and table the entries that sit there, and the set of boards they play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement

MOST_ENTRIES: Final = 999
MOST_ROUNDS: Final = 99
FORMS: Final = {"pairs": "pair", "teams": "team", "individual": "player"}
"""The forms of play, each with the word for an entry."""

SWISS: Final = "swiss"
"""The kind of a movement whose rounds are drawn one by one; each round has its own set of boards."""

WEB: Final = "web"
"""The kind of a movement that is played with several copies of the boards."""


class MovementRow(NamedTuple):
    """One table in one round: the number of the entry in each seat, None for an empty seat.

    A pair, or half a team, has two seats. The seats follow the cards: ``north`` is the entry that holds the North
    cards. In a ``turned`` row (an arrow switch) the entries stay where they sit, and the boards are turned by a
    quarter, so that each side holds the cards of the other side.
    """

    round: int
    table: int
    north: int | None
    south: int | None
    east: int | None
    west: int | None
    set: int
    turned: bool = False

    @property
    def seats(self) -> tuple[int | None, int | None, int | None, int | None]:
        """The entries in the four seats: North, South, East, West."""
        return self[2:6]

    @property
    def ns(self) -> int | None:
        """The entry that holds the North-South cards, or in an individual North's cards; None for an empty seat."""
        return self.north

    @property
    def ew(self) -> int | None:
        """The entry that holds the East-West cards, or in an individual East's cards; None for an empty seat."""
        return self.east

    @property
    def seated(self) -> tuple[int, ...]:
        """Every entry at the table once, in the order North, South, East, West."""
        return tuple(dict.fromkeys([entry for entry in self[2:6] if entry is not None]))

    @property
    def is_played(self) -> bool:
        """True if no seat is empty."""
        return None not in self[2:6]

    def with_turn(self) -> "MovementRow":
        """The row with the cards of the two sides exchanged, and with the other value of ``turned``."""
        north, south, east, west = self[2:6]
        return self._replace(
            north=east, south=west, east=north, west=south, turned=not self.turned
        )

    def at_home(self) -> "MovementRow":
        """The row without its turn, so that the entries are in the seats where they really sit."""
        return self.with_turn() if self.turned else self

    def renamed(self, old: int | None, new: int | None) -> "MovementRow":
        """The row with ``new`` in the seats of ``old``; None stands for empty seats."""
        north, south, east, west = (
            new if entry == old else entry for entry in self[2:6]
        )
        return self._replace(north=north, south=south, east=east, west=west)


class Stay(NamedTuple):
    """The first and the last round in which an entry takes part.

    A movement needs a stay only for an entry that misses rounds, or that no row names.
    """

    entry: int
    first: int
    last: int


@dataclass(frozen=True)
class Movement:
    """The whole plan of a movement: its rows, and the rules that it need not keep."""

    kind: str
    """The name of the kind of movement, such as "mitchell"; "by hand" if no program made it."""
    rows: tuple[MovementRow, ...]
    """The rows, in the order of round and table."""
    form: str = "pairs"
    winners: int = 1
    shared: frozenset[tuple[int, int]] = frozenset()
    """Pairs of a round and a set that several tables may have at once: boards that are copied or passed around."""
    set_count: int = 0
    """The number of sets of boards; 0 for as many as the rows name."""
    full: bool = False
    """True if every two entries must meet, and every entry must play every set."""
    replays: bool = False
    """True if two entries may meet more than once."""
    sits_twice: bool = False
    """True if an entry may sit out more than once."""
    stays: tuple[Stay, ...] = ()

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """The numbers of all entries, in order."""
        entries = {stay.entry for stay in self.stays}
        for row in self.rows:
            entries.update(row.seated)
        return tuple(sorted(entries))

    @cached_property
    def rounds(self) -> int:
        """The number of rounds; in a Swiss, of the rounds that are drawn."""
        return max((row.round for row in self.rows), default=0)

    @property
    def rounds_planned(self) -> int:
        """The number of rounds, including the rounds of a Swiss that are not drawn yet."""
        if self.kind == SWISS:
            return max(self.rounds, self.set_count)
        return self.rounds

    @cached_property
    def tables(self) -> int:
        """The number of tables: the highest number of a table in the rows."""
        return max((row.table for row in self.rows), default=0)

    @cached_property
    def sets(self) -> int:
        """The number of sets of boards: ``set_count``, or if it is 0 the highest number of a set in the rows."""
        return self.set_count or max((row.set for row in self.rows), default=0)

    @cached_property
    def by_round(self) -> dict[int, tuple[MovementRow, ...]]:
        """The rows of each round, by the number of the round."""
        by_round: dict[int, list[MovementRow]] = {
            number: [] for number in range(1, self.rounds + 1)
        }
        for row in self.rows:
            by_round[row.round].append(row)
        return {number: tuple(rows) for number, rows in by_round.items()}

    @cached_property
    def sit_outs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a round and an entry that takes part in the round, but has no opponent."""
        stays: dict[int, list[Stay]] = {}
        for stay in self.stays:
            stays.setdefault(stay.entry, []).append(stay)

        sit_outs = []
        for number, rows in self.by_round.items():
            playing: set[int] = set()
            for row in rows:
                if row.is_played:
                    playing.update(row.seated)
            for entry in self.entries:
                if entry in playing:
                    continue
                is_there = entry not in stays or any(
                    stay.first <= number <= stay.last for stay in stays[entry]
                )
                if is_there:
                    sit_outs.append((number, entry))

        return tuple(sit_outs)

    @cached_property
    def sharing(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """Round, set and tables of every set that more than one table plays at once."""
        tables: dict[tuple[int, int], list[int]] = {}
        for row in self.rows:
            if row.is_played:
                tables.setdefault((row.round, row.set), []).append(row.table)
        sharing = []
        for (number, boards), of_set in sorted(tables.items()):
            if len(of_set) > 1:
                sharing.append((number, boards, tuple(of_set)))
        return tuple(sharing)

    @cached_property
    def copies(self) -> int:
        """The number of copies of the boards: 1, but in a Web the greatest number of tables that play a set at once."""
        if self.kind != WEB:
            return 1
        return max((len(tables) for _, _, tables in self.sharing), default=1)

    @property
    def noun(self) -> str:
        """The word for an entry: "pair", "team" or "player"."""
        return FORMS[self.form]

    def from_round(self, number: int) -> tuple[MovementRow, ...]:
        """The rows of a round and of the rounds after it."""
        return tuple(row for row in self.rows if row.round >= number)

    def before(self, number: int) -> tuple[MovementRow, ...]:
        """The rows of the rounds before a round."""
        return tuple(row for row in self.rows if row.round < number)

    def with_rows(self, rows: Iterable[MovementRow]) -> "Movement":
        """The movement with ``rows``, sorted by round and table, in place of all its rows."""
        return replace(self, rows=in_order(rows))

    def without(self, entry: int, first: int = 1) -> "Movement":
        """The movement in which the seats of an entry are empty from a round on."""
        emptied = [row.renamed(entry, None) for row in self.from_round(first)]
        return self.with_rows([*self.before(first), *emptied])


def pair_row(
    number: int, table: int, ns: int | None, ew: int | None, boards: int
) -> MovementRow:
    """The row of two pairs, or of halves of two teams. ``number`` is the round, ``boards`` the number of the set."""
    return MovementRow(number, table, ns, ns, ew, ew, boards)


def in_order(rows: Iterable[MovementRow]) -> tuple[MovementRow, ...]:
    """The rows, sorted by round and table."""
    return tuple(sorted(rows, key=lambda row: row[:2]))


def shared_sets(rows: Iterable[MovementRow]) -> frozenset[tuple[int, int]]:
    """The sets of boards that more than one table has in the same round, each as (round, set).

    The answer has the form of the field ``shared`` of a Movement.
    """
    tables = Counter((row.round, row.set) for row in rows)
    return frozenset(key for key, count in tables.items() if count > 1)


def turned(
    rows: Iterable[MovementRow], last: int, rounds: int, *, but: int | None = None
) -> Iterator[MovementRow]:
    """Yield all rows; those of the last ``last`` of ``rounds`` rounds are turned, except at the table ``but``."""
    for row in rows:
        if row.round > rounds - last and row.table != but:
            yield row.with_turn()
        else:
            yield row


def boards_of(number: int, boards_a_set: int) -> range:
    """The boards of a set, both numbered from 1: with 3 boards a set, the third set is boards 7 to 9."""
    last = number * boards_a_set
    return range(last - boards_a_set + 1, last + 1)


def require_in_range(
    value: int, least: int, most: int, field: str, message: str
) -> int:
    """Check that ``value`` is from ``least`` to ``most``, and return it.

    Raises:
        InvalidMovement: with this message and field, if ``value`` is out of range.
    """
    if not least <= value <= most:
        raise InvalidMovement(message, field=field)
    return value
