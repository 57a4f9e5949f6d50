"""Swiss: each round is drawn from the standings, so that nobody meets twice. Every draw is one more edition."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.editions import Edition, in_force
from scoring.movements.matching import first_pairing
from scoring.movements.plan import SWISS, Movement, Row, Stay, in_order, pair_row, shared_sets
from scoring.said import said


class Draw(NamedTuple):
    """One round: who meets whom, the highest first, and who has nobody to play."""

    matches: tuple[tuple[int, int], ...]
    bye: int | None = None

    def swapped(self, one: int, other: int) -> "Draw":
        """The same draw in which two have changed places; one of them may be the one with the bye.

        Raises:
            InvalidMovement: for somebody who is not drawn, and for two who meet each other.
        """
        drawn = {*(entry for match in self.matches for entry in match), *([self.bye] if self.bye else [])}
        for entry in (one, other):
            if entry not in drawn:
                raise InvalidMovement(said("Number {number} is not drawn in this round.", number=entry), field="one")
        if one == other or any({one, other} == {*match} for match in self.matches):
            message = said(
                "Numbers {one} and {other} meet each other: choose two of two matches.", one=one, other=other
            )
            raise InvalidMovement(message, field="other")
        name = {one: other, other: one}
        matches = tuple((name.get(first, first), name.get(second, second)) for first, second in self.matches)
        return Draw(matches, None if self.bye is None else name.get(self.bye, self.bye))


def by_lot(entries: Iterable[int], seed: int) -> tuple[int, ...]:
    """An order of entries that follows from the seed alone, for the first round: by SHA-256 of `seed:entry`.

    >>> by_lot([1, 2, 3, 4], 7)
    (4, 3, 2, 1)
    """
    return tuple(sorted(entries, key=lambda entry: sha256(f"{seed}:{entry}".encode()).digest()))


def most_rounds(entries: int) -> int:
    """The rounds that can be drawn whatever the results: half of the entries; one more of three and four.

    As long as everybody has met fewer than half of the others, all can be paired with somebody new (Dirac 1952).

    >>> [most_rounds(entries) for entries in (4, 5, 6, 7, 12)]
    [3, 3, 3, 4, 6]
    """
    even = entries + entries % 2
    return 3 if even == 4 else even // 2


def draw(standings: Sequence[int], met: Iterable[Collection[int]] = (), had_bye: Collection[int] = frozenset()) -> Draw:
    """Draw a round: from the top, each against the next that it has not met and for whom the rest can be drawn.

    ``standings`` are all who play this round, the leader first; ``met`` are those who have met; of an odd number the
    lowest that had no bye has it.

    >>> draw([3, 1, 4, 2, 5], met=[(3, 1), (4, 2)])
    Draw(matches=((3, 4), (1, 2)), bye=5)

    Raises:
        InvalidMovement: for fewer than two; if everybody has had a bye, or there is no draw without a rematch.
    """
    apart: dict[int, set[int]] = {entry: set() for entry in standings}
    if len(apart) < len(standings):
        raise InvalidMovement("Everybody stands in the standings once.", field="standings")
    for one, other in met:
        if one in apart and other in apart:
            apart[one].add(other)
            apart[other].add(one)
    if len(apart) < 2:
        raise InvalidMovement("A round is drawn for two or more.", field="standings")
    if len(standings) % 2 == 0:
        matches = first_pairing(standings, apart)
        if matches is not None:
            return Draw(matches)
    byes = [entry for entry in reversed(standings) if entry not in had_bye] if len(standings) % 2 else []
    for bye in byes:
        matches = first_pairing([entry for entry in standings if entry != bye], apart)
        if matches is not None:
            return Draw(matches, bye)
    if len(standings) % 2 and not byes:
        raise InvalidMovement("Everybody has had a bye.", field="standings")
    raise InvalidMovement("No draw is found in which nobody meets again.", field="standings")


def swiss_edition(number: int, drawn: Draw, form: str = "pairs", *, reason: str = "") -> Edition:
    """The rows of a draw. All tables play the round's set; a match of teams has two tables, a half at each."""
    rows: list[Row] = []
    for index, (one, other) in enumerate(drawn.matches):
        if form == "teams":
            rows.append(pair_row(number, 2 * index + 1, one, other, number))
            rows.append(pair_row(number, 2 * index + 2, other, one, number))
        else:
            rows.append(pair_row(number, index + 1, one, other, number))
    return Edition(number, tuple(rows), reason, shared_sets(rows))


def swiss(editions: Iterable[Edition], form: str = "pairs") -> Movement:
    """The movement of all rounds drawn so far."""
    return in_force(Movement(SWISS, (), form=form), editions)


def swiss_begun(drawn: Draw, form: str = "pairs", *, rounds: int) -> Movement:
    """A movement of so many rounds of which the first is drawn."""
    return with_draw(Movement(SWISS, (), form=form, set_count=rounds), 1, drawn)


def with_draw(movement: Movement, number: int, drawn: Draw) -> Movement:
    """The movement with a round as it is drawn now, the last of those drawn.

    An entry is there in the rounds for which it was drawn, with a bye too, and in no other.
    """
    edition = swiss_edition(number, drawn, movement.form)
    byes = [(number, drawn.bye)] if drawn.bye is not None else []
    shared = frozenset(key for key in movement.shared if key[0] < number) | edition.shared
    return replace(_with_rounds(movement, number, edition.rows, byes), shared=shared)


def undrawn(movement: Movement, number: int) -> Movement:
    """The movement without the draws from a round on; whoever was there or is drawn there is to be drawn again."""
    before = _with_rounds(movement, number, (), ())
    come = sorted({*movement.entries} - {*before.entries})
    return replace(before, stays=(*before.stays, *(Stay(each, number, movement.rounds_planned) for each in come)))


def _with_rounds(
    movement: Movement, number: int, drawn: tuple[Row, ...], drawn_byes: Iterable[tuple[int, int]]
) -> Movement:
    """The movement with these rows and byes from a round on, and who is there when."""
    rows = in_order((*movement.before(number), *drawn))
    byes = [*(sitting for sitting in movement.sit_outs if sitting[0] < number), *drawn_byes]
    rounds: dict[int, set[int]] = {}
    for of_round, entry in (*((row.round, entry) for row in rows for entry in row.seated), *byes):
        rounds.setdefault(entry, set()).add(of_round)
    seated, planned = {entry for row in rows for entry in row.seated}, movement.rounds_planned
    last = number if drawn else number - 1
    stays = [stay for entry in sorted(rounds) for stay in _stays(entry, rounds[entry], last, planned)]
    always = {Stay(entry, 1, planned) for entry in seated}
    return replace(movement, rows=rows, stays=tuple(stay for stay in stays if stay not in always))


def _stays(entry: int, rounds: Collection[int], drawn: int, planned: int) -> Iterator[Stay]:
    """The runs of these rounds; who is there in the one that was drawn last is so in those to come."""
    for first in sorted(each for each in rounds if each - 1 not in rounds):
        last = next(each for each in range(first, planned + 1) if each + 1 not in rounds)
        yield Stay(entry, first, planned if last == drawn else last)


def drawn_in(movement: Movement, number: int) -> Draw:
    """The draw that a round was made of; no matches before it is drawn."""
    rows = movement.by_round.get(number, ())
    halves = rows[::2] if movement.form == "teams" else rows
    matches = tuple((row.ns, row.ew) for row in halves if row.ns is not None and row.ew is not None)
    return Draw(matches, next((entry for of_round, entry in movement.sit_outs if of_round == number), None))
