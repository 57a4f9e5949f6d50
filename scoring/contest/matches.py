"""The matches of a contest: the points that two teams or pairs scored against each other, and their victory points."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final

from scoring.contest.comparing.award import Award
from scoring.contest.facts import Slot
from scoring.contest.result import Match, MatchSide, ScoredSlot
from scoring.contest.rounding import half_away, shown, two_decimals
from scoring.contest.rules import ContestRules
from scoring.contest.sums import NOTHING, BoardSum, sum_of
from scoring.duplicate.percent_scale import EVEN, percent_victory_points
from scoring.duplicate.victory_points import victory_points
from scoring.duplicate.whole_scale import whole_victory_points
from scoring.said import Forms, Said, counted, said

_IMPS: Final = Forms(
    "{points} IMPs on {boards} board", "{points} IMPs on {boards} boards"
)
_MATCHPOINTS: Final = Forms(
    "{points} of {top} matchpoints on {boards} board",
    "{points} of {top} matchpoints on {boards} boards",
)
_BY_THE_SCALE: Final = Forms(
    "{points} of 20 by the scale for {boards} board",
    "{points} of 20 by the scale for {boards} boards",
)
BYE: Final = Fraction(12)
"""The victory points for a round without an opponent: as many as for an average plus."""
OF_A_MATCH: Final = 20
"""The victory points that both sides of a match share, and so the most that one side can win."""
Room = tuple[int, int, int]
"""A board, the team that sat North-South, and the team that sat East-West."""
_Pair = tuple[int, int]
"""The numbers of two entries that played against each other."""


def room_of(slot: Slot) -> Room:
    """The room of a slot: its board, its North-South team and its East-West team."""
    return slot.board, slot.ns, slot.ew


def lone_rooms(slots: Iterable[Slot]) -> frozenset[Room]:
    """The rooms (board, North-South team, East-West team) for which no slot has the same board and teams the other way.

    An artificial score in such a room is the score of the board for both teams, so the East-West award counts too.
    """
    rooms = {room_of(slot) for slot in slots}
    lone = set()
    for board, ns, ew in rooms:
        if (board, ew, ns) not in rooms:
            lone.add((board, ns, ew))
    return frozenset(lone)


def matches_of(rules: ContestRules, slots: Sequence[ScoredSlot]) -> tuple[Match, ...]:
    """The matches of every two entries that have a slot together, in the order of the numbers of the entries.

    A board counts once for a team: in the room where it sat North-South, or in the only room that has a slot. Pairs
    play a board once.

    Raises:
        InvalidContest: for a match with more boards than the scale of its victory points has.
    """
    awards = _awards_by_pair(slots)
    matches = []
    for one, other in sorted(awards):
        if one < other:
            side = _side(rules, one, _sum(awards[one, other]))
            other_side = _side(rules, other, _sum(awards[other, one]))
            matches.append(Match(side, other_side))
    return tuple(matches)


def _awards_by_pair(slots: Sequence[ScoredSlot]) -> dict[_Pair, list[Award]]:
    """The awards of each entry against each opponent; every pair of entries is a key in both orders."""
    # Of pairs every room is: there is no other.
    lone = lone_rooms(scored.slot for scored in slots)
    awards: dict[_Pair, list[Award]] = {}
    for scored in slots:
        one, other = scored.slot.ns, scored.slot.ew
        of_one = awards.setdefault((one, other), [])
        of_other = awards.setdefault((other, one), [])
        if scored.ns:
            of_one.append(scored.ns)
        if scored.ew and room_of(scored.slot) in lone:
            of_other.append(scored.ew)

    return awards


def totals(
    matches: Sequence[Match], byes: Iterable[int] = ()
) -> Mapping[int, BoardSum]:
    """The sum of the victory points of each entry, from its matches with a scored board and from its byes."""
    sums: dict[int, BoardSum] = {}
    for side in chain.from_iterable(matches):
        if side.boards and side.victory_points is not None:
            before = sums.get(side.entry, NOTHING)
            sums[side.entry] = BoardSum(
                before.points + side.victory_points, 0, before.boards + side.boards
            )
    for entry in byes:
        before = sums.get(entry, NOTHING)
        sums[entry] = before._replace(points=before.points + BYE)
    return sums


def tops(planned: Mapping[int, int]) -> Mapping[int, int]:
    """The most victory points that each entry could win: 20 for each match planned for it, byes included.

    >>> tops({3: 2})
    {3: 40}
    """
    return {entry: OF_A_MATCH * count for entry, count in planned.items()}


def _sum(awards: Sequence[Award]) -> BoardSum:
    if not awards:
        return NOTHING
    return sum_of(awards)


def _side(rules: ContestRules, entry: int, summed: BoardSum) -> MatchSide:
    if not rules.has_victory_points or not summed.boards:
        return MatchSide(entry, summed.points, summed.boards, None, ())
    if rules.has_percentages:
        return _side_by_percentage(entry, summed)
    margin = int(half_away(summed.points, 0))
    won = _victory_points(rules, summed.boards, margin)
    steps = tuple(_steps(summed, margin, won))
    return MatchSide(entry, summed.points, summed.boards, won, steps)


def _victory_points(rules: ContestRules, boards: int, margin: int) -> Fraction:
    """The victory points for a margin in whole IMPs, by the scale of the rules."""
    if rules.victory_point_scale == "whole":
        return whole_victory_points(boards, margin).ours
    return victory_points(boards, margin).ours


def _side_by_percentage(entry: int, summed: BoardSum) -> MatchSide:
    percent: Fraction = EVEN  # with one table there is no comparison, and no top
    if summed.top:
        percent = 100 * summed.points / summed.top
    won = percent_victory_points(summed.boards, percent)
    steps = tuple(_percent_steps(summed, percent, won))
    return MatchSide(entry, summed.points, summed.boards, won, steps, percent)


def _steps(summed: BoardSum, margin: int, won: Fraction) -> Iterable[Said]:
    """Yield the steps from the IMPs of a match to its victory points, each step as a sentence.

    ``margin`` is the sum of the IMPs in whole IMPs, ``won`` are the victory points.
    """
    boards = summed.boards
    yield counted(boards, _IMPS, points=shown(summed.points), boards=boards)
    if margin != summed.points:
        yield said("to whole IMPs {margin}", margin=margin)
    yield counted(boards, _BY_THE_SCALE, points=shown(won), boards=boards)


def _percent_steps(
    summed: BoardSum, percent: Fraction, won: Fraction
) -> Iterable[Said]:
    """Yield the steps from the matchpoints of a match to its victory points, each step as a sentence.

    ``won`` are the victory points.
    """
    boards = summed.boards
    yield counted(
        boards, _MATCHPOINTS, points=shown(summed.points), top=summed.top, boards=boards
    )
    yield said("{percent} %", percent=two_decimals(percent))
    yield counted(boards, _BY_THE_SCALE, points=shown(won), boards=boards)
