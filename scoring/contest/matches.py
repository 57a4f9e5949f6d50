"""The matches of a contest of teams: what each of two teams scored against the other, and its victory points."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.contest.result import Match, MatchSide, ScoredSlot
from scoring.contest.rounding import half_away, shown
from scoring.contest.rules import ContestRules
from scoring.contest.sums import NOTHING, BoardSum, sum_of
from scoring.duplicate.victory_points import victory_points


def matches_of(rules: ContestRules, slots: Iterable[ScoredSlot]) -> tuple[Match, ...]:
    """The matches of teams that have begun. A board counts once for a team, where it sat North-South."""
    given: dict[tuple[int, int], list[ScoredSlot]] = {}
    for each in slots:
        given.setdefault((each.slot.ns, each.slot.ew), []).append(each)
    pairs = sorted({(min(pair), max(pair)) for pair in given})
    sides = {pair: _sum(given.get(pair, [])) for one, other in pairs for pair in ((one, other), (other, one))}
    return tuple(
        Match(_side(rules, one, sides[one, other]), _side(rules, other, sides[other, one])) for one, other in pairs
    )


def totals(matches: Sequence[Match]) -> Mapping[int, BoardSum]:
    """The victory points of each team, of all its matches that have a board."""
    found: dict[int, BoardSum] = {}
    for side in (side for match in matches for side in match):
        if side.boards and side.victory_points is not None:
            before = found.get(side.entry, NOTHING)
            found[side.entry] = BoardSum(before.points + side.victory_points, 0, before.boards + side.boards)
    return found


def _sum(slots: Sequence[ScoredSlot]) -> BoardSum:
    awards = [each.ns for each in slots if each.ns]
    return sum_of(awards) if awards else NOTHING


def _side(rules: ContestRules, entry: int, summed: BoardSum) -> MatchSide:
    if not rules.has_victory_points or not summed.boards:
        return MatchSide(entry, summed.points, summed.boards, None, ())
    margin = int(half_away(summed.points, 0))
    won = victory_points(summed.boards, margin).ours
    return MatchSide(entry, summed.points, summed.boards, won, tuple(_steps(summed, margin, won)))


def _steps(summed: BoardSum, margin: int, won: Fraction) -> Iterable[str]:
    """The reason behind victory points."""
    boards = f"{summed.boards} board{'s' if summed.boards > 1 else ''}"
    yield f"{shown(summed.points)} IMPs on {boards}"
    if margin != summed.points:
        yield f"to whole IMPs {margin}"
    yield f"{shown(won)} of 20 by the scale for {boards}"
