"""The rules that every movement keeps, M1 to M12, checked row by row."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.breach_words import (
    is_elsewhere,
    meet_again,
    meets_itself,
    plays_again,
    sits_out_again,
)
from scoring.movements.plan import Movement, MovementRow
from scoring.said import Said, said
from scoring.values import Side

RULES: Final = {
    "M1": "nobody is at two tables in a round; a table has one row a round",
    "M2": "two sides meet once at most, unless replays are allowed",
    "M3": "nobody plays a set twice",
    "M4": "a set is at one table a round, unless it is shared there",
    "M5": "nobody sits out twice, unless that is allowed",
    "M6": "nobody meets themselves, and no table is empty",
    "M7": "a full movement: every two meet, and everybody plays every set",
    "M8": "with two winners the lines never cross, save where boards are turned",
    "M9": "teams: both halves of a match play the same sets, and every two teams meet once",
    "M10": "individuals: partners once, opponents twice at most",
    "M11": "a change keeps what was played",
    "M12": "every set that is needed is there",
}


class Breach(NamedTuple):
    """A rule that a movement breaks, with the round and the table; both are None for a breach of the whole movement.

    The table alone is None for a breach that is not at a table, such as an entry that sits out again.
    """

    rule: str
    round: int | None
    table: int | None
    text: Said

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> Said:
        """The breach as text: its round and table, what is wrong, and the rule."""
        if self.round is None:
            form = "{breach} ({rule})"
        elif self.table is None:
            form = "Round {round}: {breach} ({rule})"
        else:
            form = "Round {round}, table {table}: {breach} ({rule})"
        return said(
            form, round=self.round, table=self.table, breach=self.text, rule=self.rule
        )


class BrokenMovement(InvalidMovement):
    """Raised for a movement that breaks rules. ``breaches`` are all its breaches; the message is the first breach."""

    def __init__(self, breaches: tuple[Breach, ...]) -> None:
        super().__init__(breaches[0].words)
        self.breaches = breaches


def check(movement: Movement) -> tuple[Breach, ...]:
    """The breaches of all rules that hold for the form of the movement, sorted by round, table and rule.

    The rule M11, that a change keeps what was played, is not checked.
    """
    breaches: list[Breach] = []
    for rule in _RULES_OF[movement.form]:
        breaches += rule(movement)
    return tuple(sorted(breaches, key=_place))


def proved(movement: Movement) -> Movement:
    """Check a movement, and return it unchanged.

    Raises:
        BrokenMovement: if it breaks a rule.
    """
    breaches = check(movement)
    if breaches:
        raise BrokenMovement(breaches)
    return movement


def _place(breach: Breach) -> tuple[int, int, int]:
    """The key that sorts breaches: round, table, rule; breaches of the whole movement come last."""
    return breach.round or 10**6, breach.table or 10**6, int(breach.rule[1:])


def _one_place(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M1 (an entry or a table occurs twice in a round) and M6 (an entry meets itself, or nobody)."""
    for number, rows in movement.by_round.items():
        tables: set[int] = set()
        places: dict[object, int] = {}
        for row in rows:
            if row.table in tables:
                yield Breach("M1", number, row.table, said("this table has two rows"))
            tables.add(row.table)
            if not row.seated:
                yield Breach("M6", number, row.table, said("nobody sits here"))
            for entry, seat in _seats(row, movement.form):
                if entry is None:
                    continue
                if places.get(seat) == row.table:
                    yield Breach(
                        "M6", number, row.table, meets_itself(movement.form, entry)
                    )
                elif seat in places:
                    yield Breach(
                        "M1",
                        number,
                        row.table,
                        is_elsewhere(movement.form, entry, places[seat]),
                    )
                places[seat] = row.table
            if movement.form == "teams" and row.is_played and row.ns == row.ew:
                yield Breach(
                    "M6", number, row.table, meets_itself(movement.form, row.ns)
                )


def _seats(row: MovementRow, form: str) -> list[tuple[int | None, object]]:
    """Each entry in the row, with the unit that can be at only one table a round: a pair, a player, or half a team."""
    if form == "individual":
        return [(entry, entry) for entry in row.seats]
    ns, ew = row.ns, row.ew
    if form == "teams":
        return [(ns, (ns, "NS")), (ew, (ew, "EW"))]
    return [(ns, ns), (ew, ew)]


def _meet_once(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M2: two entries meet again."""
    if movement.replays:
        return

    met: dict[frozenset[int | None], int] = {}
    for row in movement.rows:
        if not row.is_played or row.ns == row.ew:
            continue
        both = frozenset((row.ns, row.ew))
        if both in met:
            yield Breach(
                "M2",
                row.round,
                row.table,
                meet_again(movement.form, row.ns, row.ew, met[both]),
            )
        met.setdefault(both, row.round)


def _sets_once(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M3: an entry plays a set again. A team may play a set once in each direction."""
    played: dict[object, int] = {}
    for row in movement.rows:
        if not row.is_played:
            continue
        for entry, seat in dict.fromkeys(_seats(row, movement.form)):
            if (seat, row.set) in played:
                text = plays_again(movement.form, entry, row.set, played[seat, row.set])
                yield Breach("M3", row.round, row.table, text)
            played.setdefault((seat, row.set), row.round)


def _sets_here(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M4 (a set is at two tables, and may not be shared) and M12 (a set does not exist)."""
    for number, boards, tables in movement.sharing:
        if (number, boards) not in movement.shared:
            text = said(
                "set {set} is at table {table} too, and is not shared",
                set=boards,
                table=tables[0],
            )
            for table in tables[1:]:
                yield Breach("M4", number, table, text)
    for row in movement.rows:
        if not 1 <= row.set <= movement.sets:
            text = said(
                "there is no set {set}: there are {sets}",
                set=row.set,
                sets=movement.sets,
            )
            yield Breach("M12", row.round, row.table, text)


def _sit_out_once(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M5: an entry sits out again."""
    if movement.sits_twice:
        return
    before: dict[int, int] = {}
    for number, entry in movement.sit_outs:
        if entry in before:
            yield Breach(
                "M5", number, None, sits_out_again(movement.form, entry, before[entry])
            )
        before.setdefault(entry, number)


def _full(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M7: in a full movement two pairs never meet, or a pair does not play every set."""
    if not movement.full:
        return

    opponents: dict[int, list[int]] = {entry: [] for entry in movement.entries}
    for row in movement.rows:
        if row.is_played:
            ns, ew = row.ns, row.ew
            assert ns is not None and ew is not None  # the row is played
            opponents[ns].append(ew)
            opponents[ew].append(ns)

    idle = dict.fromkeys(movement.entries, 0)
    for _, entry in movement.sit_outs:
        idle[entry] += 1

    for entry, met in opponents.items():
        for other in movement.entries:
            if other > entry and other not in met:
                yield Breach(
                    "M7",
                    None,
                    None,
                    said("pairs {one} and {other} never meet", one=entry, other=other),
                )
        played = len(met)
        if played + idle[entry] < movement.sets:
            form = "pair {entry} plays {played} of the {sets} sets"
            text = said(form, entry=entry, played=played, sets=movement.sets)
            yield Breach("M7", None, None, text)


def _lines(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M8: with two winners a pair sits both North-South and East-West in the course of play."""
    if movement.winners == 1:
        return

    line: dict[int, Side] = {}
    for row in movement.rows:
        home = row.at_home()
        for entry, side in ((home.ns, Side.NS), (home.ew, Side.EW)):
            if entry is None:
                continue
            own = line.setdefault(entry, side)
            if own is not side:
                text = said(
                    "pair {entry} belongs to {side}", entry=entry, side=own.word
                )
                yield Breach("M8", row.round, row.table, text)


def _matches(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M9: a set of a match is not played in the other room, or two teams meet again."""
    halves = {}
    for row in movement.rows:
        if row.is_played and row.ns != row.ew:
            halves[row.ns, row.ew, row.set] = row

    for (ns, ew, boards), row in halves.items():
        if (ew, ns, boards) not in halves:
            form = "teams {one} and {other} do not play set {set} in the other room"
            text = said(form, one=ew, other=ns, set=boards)
            yield Breach("M9", row.round, row.table, text)

    if movement.replays:
        return

    met: dict[object, int] = {}
    for (ns, ew, _), row in halves.items():
        if (ns, ew) in met and met[ns, ew] != row.round:
            yield Breach(
                "M9",
                row.round,
                row.table,
                meet_again(movement.form, ns, ew, met[ns, ew]),
            )
        met.setdefault((ns, ew), row.round)


def _partners(movement: Movement) -> Iterator[Breach]:
    """Yield breaches of M10: two players are partners again, or opponents a third time."""
    partners: dict[frozenset[int | None], int] = {}
    opponents: dict[frozenset[int | None], int] = {}
    for row in movement.rows:
        if not row.is_played or len(row.seated) < 4:
            continue
        ns = row.north, row.south
        ew = row.east, row.west
        for one, other in (ns, ew):
            both = frozenset((one, other))
            if both in partners:
                form = (
                    "players {one} and {other} are partners again, after round {round}"
                )
                text = said(form, one=one, other=other, round=partners[both])
                yield Breach("M10", row.round, row.table, text)
            partners.setdefault(both, row.round)
        for one, other in product(ns, ew):
            both = frozenset((one, other))
            opponents[both] = opponents.get(both, 0) + 1
            if opponents[both] == 3:
                text = said(
                    "players {one} and {other} are opponents a third time",
                    one=one,
                    other=other,
                )
                yield Breach("M10", row.round, row.table, text)


Rule = Callable[[Movement], Iterator[Breach]]
_ALWAYS: Final[tuple[Rule, ...]] = (_one_place, _sets_once, _sets_here, _sit_out_once)
_RULES_OF: Final[dict[str, tuple[Rule, ...]]] = {
    "pairs": (*_ALWAYS, _meet_once, _full, _lines),
    "teams": (*_ALWAYS, _matches),
    "individual": (*_ALWAYS, _partners),
}
