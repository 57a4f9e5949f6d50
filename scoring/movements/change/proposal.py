"""Proposals for the rest of a session, each with its price: what changes for whom."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scoring.movements.check import Breach, BrokenMovement, check
from scoring.movements.plan import Movement, Row
from scoring.said import Said, said

MOST_PROPOSALS: Final = 3


class Price(NamedTuple):
    """The differences between two plans from one round on."""

    sit_outs: tuple[tuple[int, int], ...]
    """Round and entry of everybody who sits out and would not have."""
    bumped: tuple[int, ...]
    """Those of them whose seat another takes."""
    short: tuple[tuple[int, int, int], ...]
    """Sets with fewer results, how many they would have had, and how many they have."""
    moved: tuple[int, ...]
    """Entries that sit elsewhere, meet another, or play another set."""
    tables: tuple[int, ...]
    """Tables at which something is different."""
    alone: tuple[int, ...] = ()
    """Sets that one table alone plays, and had not to: nothing can be compared."""
    artificial: tuple[tuple[int, int], ...] = ()
    """Round and table of what is not played, and scored artificially (Law 12C2)."""

    @property
    def weight(self) -> tuple[int, int, int]:
        """The price as numbers that can be compared: who does not play, results lost, who is moved."""
        return (
            len(self.sit_outs) + 2 * len(self.artificial),
            sum(had - has for _, had, has in self.short),
            len(self.moved),
        )


class Proposal(NamedTuple):
    """One way to go on."""

    kind: str
    text: Said
    from_round: int
    movement: Movement
    """Played rounds and those to come."""
    price: Price

    @property
    def edition(self) -> tuple[Row, ...]:
        """The rows from the round on."""
        return self.movement.from_round(self.from_round)


def breaches_from(movement: Movement, number: int) -> tuple[Breach, ...]:
    """The rules that a round or one after it breaks, together with what was played before.

    What was played wrongly before is a fact, which no plan can mend; but the other half of a match is still to come.
    """
    return tuple(
        breach for breach in check(movement) if breach.round is None or breach.round >= number or breach.rule == "M9"
    )


def proposed(kind: str, text: Said, before: Movement, after: Movement, from_round: int) -> Proposal:
    """A proposal with its price.

    Raises:
        BrokenMovement: if a round to come breaks a rule (M11).
    """
    breaches = breaches_from(after, from_round)
    if after.before(from_round) != before.before(from_round):
        text = said("a change from round {round} on leaves earlier rounds alone", round=from_round)
        breaches = (Breach("M11", None, None, text),)
    if breaches:
        raise BrokenMovement(breaches)
    return Proposal(kind, text, from_round, after, price(before, after, from_round))


def cheapest(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """At most three proposals, the cheapest first."""
    return tuple(sorted(proposals, key=lambda each: each.price.weight)[:MOST_PROPOSALS])


def price(before: Movement, after: Movement, from_round: int) -> Price:
    """The price of a plan instead of another."""
    sat = set(before.sit_outs)
    sits = tuple(each for each in after.sit_outs if each[0] >= from_round and each not in sat)
    earlier, later = _places(before, from_round), _places(after, from_round)
    taken = {row[:2]: row.seated for row in after.from_round(from_round)}
    bumped = {
        entry
        for number, entry in sits
        for row in [earlier.get((number, entry))]
        if row is not None and len(taken.get(row[:2], ())) == len(row.seated)
    }
    had, has = (Counter(row.set for row in plan.rows if row.is_played) for plan in (before, after))
    short = tuple((boards, had[boards], has[boards]) for boards in sorted(had) if has[boards] < had[boards])
    alone = tuple(boards for boards in sorted(has) if has[boards] == 1 != had[boards])
    moved = {entry for (number, entry), row in later.items() if earlier.get((number, entry), row) != row}
    tables = {row.table for row in {*before.from_round(from_round)} ^ {*after.from_round(from_round)}}
    return Price(sits, tuple(sorted(bumped)), short, tuple(sorted(moved)), tuple(sorted(tables)), alone)


def price_lines(proposal: Proposal) -> Iterator[str]:
    """The price as sentences."""
    paid, noun = proposal.price, proposal.movement.noun
    for number, entry in paid.sit_outs:
        bumped = ": its seat is taken" if entry in paid.bumped else ""
        yield f"Round {number}: {noun} {entry} sits out{bumped}."
    for number, table in paid.artificial:
        yield f"Round {number}, table {table}: not played, scored artificially (Law 12C2)."
    for counts in sorted({(had, has) for _, had, has in paid.short}):
        sets = [boards for boards, had, has in paid.short if (had, has) == counts]
        yield f"{counts[1]} results instead of {counts[0]}: {_sets(sets)}."
    if paid.alone:
        yield f"Played at one table alone, so that nothing can be compared: {_sets(paid.alone)}."
    if paid.moved:
        yield f"Otherwise than planned from round {proposal.from_round} on: {noun}s {_listed(paid.moved)}."
    if paid.tables:
        yield f"Tables with other guide cards: {_listed(paid.tables)}."


def _places(movement: Movement, from_round: int) -> dict[tuple[int, int], Row]:
    rows = (row for row in movement.from_round(from_round) if row.is_played)
    return {(row.round, entry): row for row in rows for entry in row.seated}


def _sets(numbers: Sequence[int]) -> str:
    return f"set{'s' * (len(numbers) > 1)} {_listed(numbers)}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
