"""Proposals for the rest of a session, each with its price: what changes, and for which entries and tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoring.movements.check import Breach, BrokenMovement, check
from scoring.movements.plan import Movement, MovementRow
from scoring.said import Said, said

MOST_PROPOSALS: Final = 3


class Price(NamedTuple):
    """The price of a proposal: what the new plan changes from one round on, for which entries, sets and tables."""

    sit_outs: tuple[tuple[int, int], ...]
    """Pairs of a round and an entry that would have played in that round, and now sits out."""
    bumped: tuple[int, ...]
    """The entries that sit out because another entry takes their seat."""
    short: tuple[tuple[int, int, int], ...]
    """Sets with fewer results than planned: the set, its planned number of results, and its new number."""
    moved: tuple[int, ...]
    """Entries that sit elsewhere, meet other opponents, or play another set."""
    tables: tuple[int, ...]
    """Tables at which the new plan differs from the old plan."""
    alone: tuple[int, ...] = ()
    """Sets that only one table plays, although more were planned: the result cannot be compared."""
    artificial: tuple[tuple[int, int], ...] = ()
    """Round and table of each match that is not played and gets an artificial score (Law 12C2)."""

    @property
    def weight(self) -> tuple[int, int, int]:
        """The key that sorts prices, the cheapest first: the numbers of sit-outs, lost results and moved entries.

        A match with an artificial score counts as two sit-outs.
        """
        idle = len(self.sit_outs) + 2 * len(self.artificial)
        lost = 0
        for _, planned, kept in self.short:
            lost += planned - kept
        return idle, lost, len(self.moved)


class Proposal(NamedTuple):
    """One way to play on from the round ``from_round``: a kind, a text for players, a new plan, and its price."""

    kind: str
    text: Said
    from_round: int
    movement: Movement
    """The whole movement: the rounds that were played, and those to come."""
    price: Price

    @property
    def edition(self) -> tuple[MovementRow, ...]:
        """The rows of the rounds to come."""
        return self.movement.from_round(self.from_round)


def breaches_from(movement: Movement, number: int) -> tuple[Breach, ...]:
    """The breaches of the rules in the round ``number``, in later rounds, and of the whole movement.

    Breaches in earlier rounds are left out, because no plan can mend them. Breaches of M9 (a set of a match of
    teams is not played in the other room) are given for all rounds, because the other room may still play the set.
    """
    breaches = []
    for breach in check(movement):
        if breach.round is None or breach.round >= number or breach.rule == "M9":
            breaches.append(breach)
    return tuple(breaches)


def proposed(
    kind: str, text: Said, before: Movement, after: Movement, from_round: int
) -> Proposal:
    """The proposal to play ``after`` instead of ``before`` from a round on, with its price.

    ``kind`` is the name of the kind of proposal, ``text`` describes the proposal to players.

    Raises:
        BrokenMovement: if a round to come breaks a rule, or if an earlier round is changed (M11).
    """
    breaches = breaches_from(after, from_round)
    if after.before(from_round) != before.before(from_round):
        text = said(
            "a change from round {round} on leaves earlier rounds alone",
            round=from_round,
        )
        breaches = (Breach("M11", None, None, text),)
    if breaches:
        raise BrokenMovement(breaches)
    return Proposal(kind, text, from_round, after, price(before, after, from_round))


def cheapest(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """At most three proposals, the cheapest first."""
    ordered = sorted(proposals, key=lambda proposal: proposal.price.weight)
    return tuple(ordered[:MOST_PROPOSALS])


def price(before: Movement, after: Movement, from_round: int) -> Price:
    """The price of playing ``after`` instead of ``before`` from a round on: the changes for entries and tables."""
    planned, changed = before.from_round(from_round), after.from_round(from_round)
    sat_out = set(before.sit_outs)
    sit_outs = tuple(
        key for key in after.sit_outs if key[0] >= from_round and key not in sat_out
    )
    row_planned, row_changed = _row_of_entry(planned), _row_of_entry(changed)
    at_table = {row[:2]: row.seated for row in changed}
    bumped = set()
    for number, entry in sit_outs:
        row = row_planned.get((number, entry))
        if row is not None and len(at_table.get(row[:2], ())) == len(row.seated):
            bumped.add(entry)

    moved = set()
    for key, row in row_changed.items():
        if row_planned.get(key, row) != row:
            moved.add(key[1])

    tables = {row.table for row in {*planned} ^ {*changed}}
    results_planned, results = _results(before), _results(after)
    short = []
    alone = []
    for boards in sorted(results_planned | results):
        had, has = results_planned[boards], results[boards]
        if has < had:
            short.append((boards, had, has))
        if has == 1 and had != 1:
            alone.append(boards)

    return Price(
        sit_outs,
        _in_order(bumped),
        tuple(short),
        _in_order(moved),
        _in_order(tables),
        tuple(alone),
    )


def price_lines(proposal: Proposal) -> Iterator[str]:
    """Yield the price of a proposal as sentences."""
    paid = proposal.price
    noun = proposal.movement.noun
    for number, entry in paid.sit_outs:
        bumped = ": its seat is taken" if entry in paid.bumped else ""
        yield f"Round {number}: {noun} {entry} sits out{bumped}."

    for number, table in paid.artificial:
        yield f"Round {number}, table {table}: not played, scored artificially (Law 12C2)."

    sets: dict[tuple[int, int], list[int]] = {}
    for boards, planned, kept in paid.short:
        sets.setdefault((planned, kept), []).append(boards)

    for planned, kept in sorted(sets):
        yield f"{kept} results instead of {planned}: {_sets(sets[planned, kept])}."

    if paid.alone:
        yield f"Played at one table alone, so that nothing can be compared: {_sets(paid.alone)}."
    if paid.moved:
        yield f"Otherwise than planned from round {proposal.from_round} on: {noun}s {_listed(paid.moved)}."
    if paid.tables:
        yield f"Tables with other guide cards: {_listed(paid.tables)}."


def _row_of_entry(rows: Iterable[MovementRow]) -> dict[tuple[int, int], MovementRow]:
    """The row that each entry plays in each round, by round and entry."""
    row_of_entry = {}
    for row in rows:
        if row.is_played:
            for entry in row.seated:
                row_of_entry[row.round, entry] = row
    return row_of_entry


def _results(movement: Movement) -> Counter[int]:
    """The number of tables that play each set."""
    return Counter(row.set for row in movement.rows if row.is_played)


def _in_order(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def _sets(numbers: Sequence[int]) -> str:
    noun = "set" if len(numbers) == 1 else "sets"
    return f"{noun} {_listed(numbers)}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
