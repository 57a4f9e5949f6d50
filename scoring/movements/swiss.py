"""Swiss: each round is drawn from the standings, so that nobody meets twice. Every draw is one more edition."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from scoring.errors import InvalidMovement
from scoring.movements.editions import Edition, in_force
from scoring.movements.plan import Movement, Row, pair_row, shared_sets

BYE_VICTORY_POINTS: Final = 12
"""The worth of a bye where the rules of the session say nothing else."""
_MOST_STEPS: Final = 20_000


class Draw(NamedTuple):
    """One round: who meets whom, the highest first, and who has nobody to play."""

    matches: tuple[tuple[int, int], ...]
    bye: int | None = None


def draw(standings: Sequence[int], met: Iterable[Collection[int]] = (), had_bye: Collection[int] = frozenset()) -> Draw:
    """Draw a round: from the top, each against the next that it has not met.

    ``standings`` are all who play this round, the leader first; ``met`` are those who have met; of an odd number the
    lowest that had no bye has it.

    >>> draw([3, 1, 4, 2, 5], met=[(3, 1), (4, 2)])
    Draw(matches=((3, 4), (1, 2)), bye=5)

    Raises:
        InvalidMovement: if everybody has had a bye, or no draw without a rematch is found.
    """
    apart: dict[int, set[int]] = {entry: set() for entry in standings}
    if len(apart) < len(standings):
        raise InvalidMovement("Everybody stands in the standings once.", field="standings")
    for one, other in met:
        if one in apart and other in apart:
            apart[one].add(other)
            apart[other].add(one)
    if len(standings) % 2 == 0:
        matches = _matches(list(standings), apart)
        if matches is not None:
            return Draw(matches)
    byes = [entry for entry in reversed(standings) if entry not in had_bye] if len(standings) % 2 else []
    for bye in byes:
        matches = _matches([entry for entry in standings if entry != bye], apart)
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
    return in_force(Movement("swiss", (), form=form), editions)


def _matches(order: list[int], apart: dict[int, set[int]]) -> tuple[tuple[int, int], ...] | None:
    """The first draw in order, by going back where somebody has nobody left; None if there is none."""
    steps = 0

    def pair(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        first, *rest = left
        for index, other in enumerate(rest):
            if other in apart[first]:
                continue
            steps += 1
            if steps > _MOST_STEPS:
                return None
            remaining = rest[:index] + rest[index + 1 :]
            if _hopeless(remaining, apart):
                continue
            found = pair(remaining)
            if found is not None:
                return [(first, other), *found]
        return None

    found = pair(order)
    return None if found is None else tuple(found)


def _hopeless(left: list[int], apart: dict[int, set[int]]) -> bool:
    """Whether somebody has met all others."""
    everybody = set(left)
    return any(len(everybody - apart[entry]) < 2 for entry in left)
