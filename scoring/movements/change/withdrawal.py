"""A pair that leaves before the end, and the rule that decides whether the scores of a leaving entry stand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.errors import InvalidMovement
from scoring.movements.change.proposal import (
    Proposal,
    breaches_from,
    cheapest,
    proposed,
)
from scoring.movements.plan import SWISS, Movement, Stay
from scoring.said import Said, said


def withdrawal(movement: Movement, entry: int, from_round: int) -> tuple[Proposal, ...]:
    """Proposals to play on without a pair from a round on, the cheapest proposal first.

    Raises:
        InvalidMovement: for a pair or round that does not exist, and for teams and individuals, where nobody can play
            on without an entry that has left.
    """
    if movement.form != "pairs":
        raise InvalidMovement(
            "Only in a movement of pairs can one leave and the others go on.",
            field="form",
        )
    if entry not in movement.entries:
        raise InvalidMovement(
            said("There is no pair {number}.", number=entry), field="entry"
        )
    if not 1 <= from_round <= movement.rounds:
        raise InvalidMovement(
            said("The rounds are 1 to {last}.", last=movement.rounds),
            field="from_round",
        )

    alone = _left_alone(movement, entry, from_round)
    scores = scores_of(movement, entry, from_round)
    form = "The seats of pair {number} stay empty, and its opponents sit out. {scores}"
    text = said(form, number=entry, scores=scores)
    ways = [proposed("withdrawal", text, movement, alone, from_round)]
    joined = _joined(alone, from_round)
    if joined is not None:
        text = said(
            "Two pairs that would both sit out play each other. {scores}", scores=scores
        )
        ways.append(proposed("withdrawal", text, movement, joined, from_round))

    return cheapest(ways)


def scores_of(movement: Movement, entry: int, from_round: int) -> Said:
    """The sentence that says whether the scores of an entry stand if it leaves before a round."""
    played = _rounds_of(movement, entry, from_round)
    if scores_stand(movement, entry, from_round):
        form = (
            "It has played {played} of {rounds} rounds: its scores stand, and those who would still meet it get "
            "average plus."
        )
    else:
        form = "It has played {played} of {rounds} rounds, less than half: its scores are cancelled."
    return said(form, played=played, rounds=movement.rounds)


def scores_stand(movement: Movement, entry: int, from_round: int) -> bool:
    """True if the scores of an entry stand if it leaves before a round: if it has played half of the session.

    In a Swiss the scores always stand, because later rounds were drawn from them.
    """
    return (
        movement.kind == SWISS
        or 2 * _rounds_of(movement, entry, from_round) >= movement.rounds
    )


def _rounds_of(movement: Movement, entry: int, from_round: int) -> int:
    """The number of rounds that an entry plays before a round."""
    rounds = 0
    for row in movement.before(from_round):
        if row.is_played and entry in row.seated:
            rounds += 1
    return rounds


def _left_alone(movement: Movement, entry: int, from_round: int) -> Movement:
    """The movement in which an entry plays only before a round, and its opponents in later rounds sit out."""
    left = movement.without(entry, from_round)
    rows = tuple(row for row in left.rows if row.seated or row.round < from_round)
    first = 1
    stays = []
    for stay in movement.stays:
        if stay.entry == entry:
            first = stay.first
        else:
            stays.append(stay)

    if first < from_round:
        stays.append(Stay(entry, first, from_round - 1))

    after = replace(left, rows=rows, stays=tuple(stays), full=False)
    if breaches_from(after, from_round):
        after = replace(after, sits_twice=True)

    return after


def _joined(movement: Movement, from_round: int) -> Movement | None:
    """The movement in which pairs that sit alone at a table meet each other, in each round where the rules allow it.

    None if the rules allow it in no round from ``from_round`` on.
    """
    joined = movement
    for number in range(from_round, movement.rounds + 1):
        for meeting in _meetings(joined, number):
            if not breaches_from(meeting, number):
                joined = meeting
                break
    if joined is movement:
        return None
    return joined


def _meetings(movement: Movement, number: int) -> Iterator[Movement]:
    """Yield movements, in each of which two pairs that sit alone at a table in the round ``number`` meet.

    They meet at the table of one of them, and play the set of that table.
    """
    alone = [row for row in movement.by_round[number] if len(row.seated) == 1]
    for one, other in combinations(alone, 2):
        rows = [row for row in movement.rows if row not in (one, other)]
        yield movement.with_rows([*rows, one.renamed(None, other.seated[0])])
        yield movement.with_rows([*rows, other.renamed(None, one.seated[0])])
