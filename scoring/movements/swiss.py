"""Swiss movements: each round is drawn from the standings so that no two entries meet twice.

The draw of a round is added to the movement as one more edition: rows that count from that round on.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.editions import Edition, in_force
from scoring.movements.matching import first_pairing
from scoring.movements.plan import (
    SWISS,
    Movement,
    MovementRow,
    Stay,
    in_order,
    pair_row,
    shared_sets,
)
from scoring.said import said


class SwissDraw(NamedTuple):
    """The draw of one round: the two entries of each match, the leaders first, and the entry without an opponent."""

    matches: tuple[tuple[int, int], ...]
    bye: int | None = None

    def swapped(self, one: int, other: int) -> "SwissDraw":
        """The draw in which two entries have changed places; one of them may be the entry with the bye.

        Raises:
            InvalidMovement: for an entry that is not drawn, and for two entries that meet each other.
        """
        drawn = {self.bye, *chain.from_iterable(self.matches)}
        for entry in (one, other):
            if entry not in drawn:
                raise InvalidMovement(
                    said("Number {number} is not drawn in this round.", number=entry),
                    field="one",
                )

        if one == other or (one, other) in self.matches or (other, one) in self.matches:
            message = said(
                "Numbers {one} and {other} meet each other: choose two of two matches.",
                one=one,
                other=other,
            )
            raise InvalidMovement(message, field="other")

        swap = {one: other, other: one}
        matches = []
        for first, second in self.matches:
            matches.append((swap.get(first, first), swap.get(second, second)))

        bye = self.bye
        if bye is not None:
            bye = swap.get(bye, bye)

        return SwissDraw(tuple(matches), bye)


def by_lot(entries: Iterable[int], seed: int) -> tuple[int, ...]:
    """The entries in an order that follows from the seed alone, for the first round: by SHA-256 of `seed:entry`.

    >>> by_lot([1, 2, 3, 4], 7)
    (4, 3, 2, 1)
    """
    return tuple(
        sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest())
    )


def most_rounds(entries: int) -> int:
    """The number of rounds that can be drawn whatever the results.

    It is half of the number of entries, rounded up; for 3 or 4 entries it is 3.

    While every entry has met fewer than half of the other entries, all can be paired with a new opponent (Dirac 1952).

    >>> [most_rounds(entries) for entries in (4, 5, 6, 7, 12)]
    [3, 3, 3, 4, 6]
    """
    even = entries + entries % 2
    if even == 4:
        return 3
    return even // 2


def draw(
    standings: Sequence[int],
    met: Iterable[Collection[int]] = (),
    had_bye: Collection[int] = frozenset(),
) -> SwissDraw:
    """The draw of a round, made from the top of the standings.

    Each entry meets the next entry that it has not met before, if the rest of the entries can still be drawn.

    ``standings`` are all entries that play this round, the leader first. ``met`` are pairs of entries that have met.
    With an odd number of entries, the lowest that has not ``had_bye`` has the bye, or the next lowest if the rest
    cannot be drawn.

    >>> draw([3, 1, 4, 2, 5], met=[(3, 1), (4, 2)])
    SwissDraw(matches=((3, 4), (1, 2)), bye=5)

    Raises:
        InvalidMovement: for fewer than two entries, or an entry that occurs twice; if an odd number of entries have
            all had a bye; and if every draw has a rematch.
    """
    apart: dict[int, set[int]] = {entry: set() for entry in standings}
    if len(apart) < len(standings):
        raise InvalidMovement(
            "Everybody stands in the standings once.", field="standings"
        )

    for one, other in met:
        if one in apart and other in apart:
            apart[one].add(other)
            apart[other].add(one)

    if len(apart) < 2:
        raise InvalidMovement("A round is drawn for two or more.", field="standings")

    byes: list[int | None] = [None]
    if len(standings) % 2:
        byes = [entry for entry in reversed(standings) if entry not in had_bye]
    if not byes:
        raise InvalidMovement("Everybody has had a bye.", field="standings")

    for bye in byes:
        playing = [entry for entry in standings if entry != bye]
        matches = first_pairing(playing, apart)
        if matches is not None:
            return SwissDraw(matches, bye)

    raise InvalidMovement(
        "No draw is found in which nobody meets again.", field="standings"
    )


def swiss_edition(
    number: int, drawn: SwissDraw, form: str = "pairs", *, reason: str = ""
) -> Edition:
    """The edition of a movement that adds the draw of the round ``number``; ``reason`` is the reason of the edition.

    All tables play the set of boards with the number of the round. A match of teams has two tables.
    """
    rows: list[MovementRow] = []
    for index, (one, other) in enumerate(drawn.matches):
        if form == "teams":
            rows.append(pair_row(number, 2 * index + 1, one, other, number))
            rows.append(pair_row(number, 2 * index + 2, other, one, number))
        else:
            rows.append(pair_row(number, index + 1, one, other, number))
    return Edition(number, tuple(rows), reason, shared_sets(rows))


def swiss(editions: Iterable[Edition], form: str = "pairs") -> Movement:
    """The Swiss movement with the rounds that ``editions`` draw."""
    return in_force(Movement(SWISS, (), form=form), editions)


def swiss_begun(drawn: SwissDraw, form: str = "pairs", *, rounds: int) -> Movement:
    """A Swiss movement with ``rounds`` rounds, of which only the first is drawn."""
    return with_draw(Movement(SWISS, (), form=form, set_count=rounds), 1, drawn)


def with_draw(movement: Movement, number: int, drawn: SwissDraw) -> Movement:
    """The movement with the draw of the round ``number``, which becomes the last round that is drawn.

    An entry of this draw takes part from this round to the end of the movement. Any other entry takes part only in the
    rounds in which it was drawn to play or had a bye.
    """
    edition = swiss_edition(number, drawn, movement.form)
    byes = []
    if drawn.bye is not None:
        byes.append((number, drawn.bye))
    shared_before = frozenset(key for key in movement.shared if key[0] < number)
    changed = _with_rounds(movement, number, edition.rows, byes)
    return replace(changed, shared=shared_before | edition.shared)


def undrawn(movement: Movement, number: int) -> Movement:
    """The movement without the draws from a round on; the entries of these draws are to be drawn again."""
    before = _with_rounds(movement, number, (), ())
    stays = list(before.stays)
    for entry in movement.entries:
        if entry not in before.entries:
            stays.append(Stay(entry, number, movement.rounds_planned))
    return replace(before, stays=tuple(stays))


def _with_rounds(
    movement: Movement,
    number: int,
    drawn: tuple[MovementRow, ...],
    drawn_byes: Iterable[tuple[int, int]],
) -> Movement:
    """The movement with the rows ``drawn`` and the byes ``drawn_byes`` in place of everything from a round on.

    The stays of the entries are computed again. A bye is a pair of a round and an entry.
    """
    rows = in_order((*movement.before(number), *drawn))
    rounds: dict[int, set[int]] = {}
    for row in rows:
        for entry in row.seated:
            rounds.setdefault(entry, set()).add(row.round)

    seated = set(rounds)
    for of_round, entry in movement.sit_outs:
        if of_round < number:
            rounds.setdefault(entry, set()).add(of_round)

    for of_round, entry in drawn_byes:
        rounds.setdefault(entry, set()).add(of_round)

    last = number if drawn else number - 1
    planned = movement.rounds_planned
    stays = []
    for entry in sorted(rounds):
        for stay in _stays(entry, rounds[entry], last, planned):
            is_always_there = entry in seated and stay == Stay(entry, 1, planned)
            if not is_always_there:
                stays.append(stay)

    return replace(movement, rows=rows, stays=tuple(stays))


def _stays(
    entry: int, rounds: Collection[int], drawn: int, planned: int
) -> Iterator[Stay]:
    """Yield the stays of an entry: for each run of ``rounds`` without a gap, the first and the last round.

    A run up to the round ``drawn`` is extended to the round ``planned``.
    """
    for first in sorted(rounds):
        if first - 1 in rounds:
            continue
        last = first
        while last + 1 in rounds:
            last += 1
        if last == drawn:
            last = planned
        yield Stay(entry, first, last)


def drawn_in(movement: Movement, number: int) -> SwissDraw:
    """The draw of a round; it has no matches if the round is not drawn yet."""
    rows = movement.by_round.get(number, ())
    if movement.form == "teams":
        rows = rows[::2]  # a match has two rows

    matches = []
    for row in rows:
        if row.ns is not None and row.ew is not None:
            matches.append((row.ns, row.ew))

    bye = None
    for of_round, entry in reversed(movement.sit_outs):
        if of_round == number:
            bye = entry

    return SwissDraw(tuple(matches), bye)
