"""The matches of a contest: what each of two teams or pairs scored against the other, and its victory points."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.comparing.award import Award
from scoring.contest.facts import Slot
from scoring.contest.result import Match, MatchSide, ScoredSlot
from scoring.contest.rounding import half_away, shown, two_decimals
from scoring.contest.rules import ContestRules
from scoring.contest.sums import NOTHING, BoardSum, sum_of
from scoring.duplicate.percent_scale import EVEN, percent_victory_points
from scoring.duplicate.victory_points import victory_points
from scoring.said import Forms, Said, counted, said

_IMPS: Final = Forms("{points} IMPs on {boards} board", "{points} IMPs on {boards} boards")
_MATCHPOINTS: Final = Forms(
    "{points} of {top} matchpoints on {boards} board", "{points} of {top} matchpoints on {boards} boards"
)
_BY_THE_SCALE: Final = Forms(
    "{points} of 20 by the scale for {boards} board", "{points} of 20 by the scale for {boards} boards"
)
BYE: Final = Fraction(12)
"""The victory points of a round without an opponent: those of an average plus."""
OF_A_MATCH: Final = 20
"""The victory points of both sides of a match together: the most that one of them can win."""
Room = tuple[int, int, int]
"""A board with the teams North-South and East-West."""


def room_of(slot: Slot) -> Room:
    return slot.board, slot.ns, slot.ew


def lone_rooms(slots: Iterable[Slot]) -> frozenset[Room]:
    """The rooms of boards that have neither result nor ruling in the other room.

    An artificial score there is that of the board for both teams: its award of East-West counts as well.
    """
    rooms = {room_of(slot) for slot in slots}
    return frozenset((board, ns, ew) for board, ns, ew in rooms if (board, ew, ns) not in rooms)


def matches_of(rules: ContestRules, slots: Sequence[ScoredSlot]) -> tuple[Match, ...]:
    """The matches that have begun. A board counts once for a team: where it sat North-South, or in the only room that
    has anything. Pairs play it once.
    """
    lone = lone_rooms(each.slot for each in slots)  # of pairs all are: they have one room
    given: dict[tuple[int, int], list[Award | None]] = {}
    for each in slots:
        one, other = each.slot.ns, each.slot.ew
        given.setdefault((one, other), []).append(each.ns)
        given.setdefault((other, one), []).extend([each.ew] if room_of(each.slot) in lone else [])
    pairs = sorted({(min(pair), max(pair)) for pair in given})
    sides = {pair: _sum(given.get(pair, [])) for one, other in pairs for pair in ((one, other), (other, one))}
    return tuple(
        Match(_side(rules, one, sides[one, other]), _side(rules, other, sides[other, one])) for one, other in pairs
    )


def totals(matches: Sequence[Match], byes: Iterable[int] = ()) -> Mapping[int, BoardSum]:
    """The victory points of each entry, of all its matches that have a board and of its byes."""
    found: dict[int, BoardSum] = {}
    for side in (side for match in matches for side in match):
        if side.boards and side.victory_points is not None:
            before = found.get(side.entry, NOTHING)
            found[side.entry] = BoardSum(before.points + side.victory_points, 0, before.boards + side.boards)
    for entry in byes:
        before = found.get(entry, NOTHING)
        found[entry] = before._replace(points=before.points + BYE)
    return found


def tops(planned: Mapping[int, int]) -> Mapping[int, int]:
    """The most victory points that each entry could have, by how many matches it had before it, with its byes.

    >>> tops({3: 2})
    {3: 40}
    """
    return {entry: OF_A_MATCH * count for entry, count in planned.items()}


def _sum(given: Sequence[Award | None]) -> BoardSum:
    awards = [award for award in given if award]
    return sum_of(awards) if awards else NOTHING


def _side(rules: ContestRules, entry: int, summed: BoardSum) -> MatchSide:
    if not rules.has_victory_points or not summed.boards:
        return MatchSide(entry, summed.points, summed.boards, None, ())
    if rules.has_percentages:
        percent = 100 * summed.points / summed.top if summed.top else EVEN  # with one table nobody is compared
        won = percent_victory_points(summed.boards, percent)
        return MatchSide(entry, summed.points, summed.boards, won, tuple(_percent_steps(summed, percent, won)), percent)
    margin = int(half_away(summed.points, 0))
    won = victory_points(summed.boards, margin).ours
    return MatchSide(entry, summed.points, summed.boards, won, tuple(_steps(summed, margin, won)))


def _steps(summed: BoardSum, margin: int, won: Fraction) -> Iterable[Said]:
    """The reason behind victory points."""
    boards = summed.boards
    yield counted(boards, _IMPS, points=shown(summed.points), boards=boards)
    if margin != summed.points:
        yield said("to whole IMPs {margin}", margin=margin)
    yield counted(boards, _BY_THE_SCALE, points=shown(won), boards=boards)


def _percent_steps(summed: BoardSum, percent: Fraction, won: Fraction) -> Iterable[Said]:
    """The reason behind victory points of matchpoints."""
    boards = summed.boards
    yield counted(boards, _MATCHPOINTS, points=shown(summed.points), top=summed.top, boards=boards)
    yield said("{percent} %", percent=two_decimals(percent))
    yield counted(boards, _BY_THE_SCALE, points=shown(won), boards=boards)
