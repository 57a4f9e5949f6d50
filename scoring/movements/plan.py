"""Movements as data: who sits where in which round, and which set of boards they play."""

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
"""The kind of a movement whose rounds are drawn one by one; each has a set of its own."""


class Row(NamedTuple):
    """One table in one round. Numbers are those of entries; a pair or team holds two seats, None is nobody.

    The seats say who holds which cards. In a ``turned`` row (an arrow switch) they are not where those entries would
    sit in this round: the boards are turned by a quarter, so that the other side holds the North-South cards.
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
    def ns(self) -> int | None:
        """The entry that holds the North-South cards; of an individual, North."""
        return self.north

    @property
    def ew(self) -> int | None:
        """The entry that holds the East-West cards; of an individual, East."""
        return self.east

    @property
    def seated(self) -> tuple[int, ...]:
        """Everybody at the table, each once: North, South, East, West."""
        return tuple(dict.fromkeys(entry for entry in self[2:6] if entry is not None))

    @property
    def is_played(self) -> bool:
        """Whether nobody is missing."""
        return None not in self[2:6]

    def with_turn(self) -> "Row":
        """The same row with the cards of the two sides exchanged."""
        north, south, east, west = self[2:6]
        return self._replace(north=east, south=west, east=north, west=south, turned=not self.turned)

    def renamed(self, old: int | None, new: int | None) -> "Row":
        """The same row with another entry, or nobody, in the seats of one."""
        north, south, east, west = (new if entry == old else entry for entry in self[2:6])
        return self._replace(north=north, south=south, east=east, west=west)


class Stay(NamedTuple):
    """The rounds for which an entry is there, where that is not the whole session, or no row says that it is."""

    entry: int
    first: int
    last: int


@dataclass(frozen=True)
class Movement:
    """A whole plan: rows, and what they are allowed to do beyond the usual."""

    kind: str
    """The name of what made it, such as "mitchell"; "by hand" for another."""
    rows: tuple[Row, ...]
    """By round and table."""
    form: str = "pairs"
    winners: int = 1
    shared: frozenset[tuple[int, int]] = frozenset()
    """Rounds and sets that two or more tables may have at once: boards that are duplicated or passed to and fro."""
    set_count: int = 0
    """The number of sets of boards; 0 for as many as the rows name."""
    full: bool = False
    """Whether every two entries are to meet, and everybody is to play every set."""
    replays: bool = False
    """Whether entries may meet again."""
    sits_twice: bool = False
    """Whether an entry may sit out more than once."""
    stays: tuple[Stay, ...] = ()

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """Everybody who plays, by number."""
        return tuple(sorted({entry for row in self.rows for entry in row.seated} | {stay.entry for stay in self.stays}))

    @cached_property
    def rounds(self) -> int:
        """The number of rounds."""
        return max((row.round for row in self.rows), default=0)

    @property
    def rounds_planned(self) -> int:
        """The same with the rounds of a Swiss that are not drawn yet."""
        return max(self.rounds, self.set_count) if self.kind == SWISS else self.rounds

    @cached_property
    def tables(self) -> int:
        """The number of tables."""
        return max((row.table for row in self.rows), default=0)

    @cached_property
    def sets(self) -> int:
        """The number of sets of boards."""
        return self.set_count or max((row.set for row in self.rows), default=0)

    @cached_property
    def by_round(self) -> dict[int, tuple[Row, ...]]:
        """The rows of each round."""
        found: dict[int, list[Row]] = {number: [] for number in range(1, self.rounds + 1)}
        for row in self.rows:
            found[row.round].append(row)
        return {number: tuple(rows) for number, rows in found.items()}

    @cached_property
    def sit_outs(self) -> tuple[tuple[int, int], ...]:
        """Round and entry of everybody who is there and has nobody to play."""
        stays: dict[int, list[Stay]] = {}
        for stay in self.stays:
            stays.setdefault(stay.entry, []).append(stay)
        found = []
        for number, rows in self.by_round.items():
            playing = {entry for row in rows if row.is_played for entry in row.seated}
            for entry in self.entries:
                is_there = entry not in stays or any(stay.first <= number <= stay.last for stay in stays[entry])
                if entry not in playing and is_there:
                    found.append((number, entry))
        return tuple(found)

    @cached_property
    def sharing(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """Round, set and tables of every set that more than one table plays at once."""
        tables: dict[tuple[int, int], list[int]] = {}
        for row in self.rows:
            if row.is_played:
                tables.setdefault((row.round, row.set), []).append(row.table)
        return tuple((*key, tuple(found)) for key, found in sorted(tables.items()) if len(found) > 1)

    @property
    def noun(self) -> str:
        """The word for an entry."""
        return FORMS[self.form]

    def from_round(self, number: int) -> tuple[Row, ...]:
        """The rows of a round and those after it."""
        return tuple(row for row in self.rows if row.round >= number)

    def before(self, number: int) -> tuple[Row, ...]:
        """The rows of the rounds before one."""
        return tuple(row for row in self.rows if row.round < number)

    def with_rows(self, rows: Iterable[Row]) -> "Movement":
        """The same movement with other rows, put in order."""
        return replace(self, rows=in_order(rows))

    def without(self, entry: int, first: int = 1) -> "Movement":
        """The same movement in which nobody has a number, from one round on."""
        return self.with_rows(row if row.round < first else row.renamed(entry, None) for row in self.rows)


def pair_row(number: int, table: int, ns: int | None, ew: int | None, boards: int) -> Row:
    """The row of two pairs, or of the halves of two teams; ``boards`` is the number of the set."""
    return Row(number, table, ns, ns, ew, ew, boards)


def in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows by round and table."""
    return tuple(sorted(rows, key=lambda row: row[:2]))


def shared_sets(rows: Iterable[Row]) -> frozenset[tuple[int, int]]:
    """Every round and set that more than one table has, for a movement that shares on purpose."""
    tables = Counter((row.round, row.set) for row in rows)
    return frozenset(key for key, count in tables.items() if count > 1)


def turned(rows: Iterable[Row], last: int, rounds: int, *, but: int | None = None) -> Iterator[Row]:
    """The rows with an arrow switch in the last rounds, at all tables but one."""
    for row in rows:
        yield row.with_turn() if row.round > rounds - last and row.table != but else row


def boards_of(number: int, boards_a_set: int) -> range:
    """The boards of a set: 3 a set make 7 to 9 of the third."""
    return range((number - 1) * boards_a_set + 1, number * boards_a_set + 1)


def choice(value: int, least: int, most: int, field: str, message: str) -> int:
    """A number if it lies in its range.

    Raises:
        InvalidMovement: with the message, if it does not.
    """
    if not least <= value <= most:
        raise InvalidMovement(message, field=field)
    return value
