"""The fold of a contest: from its facts to awards with their reasons, and to lists with places.

Nothing is rounded but by the rule: award, rounding rule, sum, penalty, percentage, handicap.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.contest.artificial import Pending, settled
from scoring.contest.board import BoardScorer, Given, Unsettled
from scoring.contest.comparing.award import Award
from scoring.contest.facts import Contest, Slot
from scoring.contest.lists import ranked_lists
from scoring.contest.matches import lone_rooms, matches_of, room_of, totals
from scoring.contest.result import Result, ScoredSlot
from scoring.contest.scale import Scale
from scoring.contest.sums import NOTHING, BoardSum, sum_of

Sums = dict[int, BoardSum]


def fold(contest: Contest) -> Result:
    """The result of a contest.

    >>> from scoring.contest import Contest, ContestRules, Entry, Slot
    >>> from scoring.duplicate.outcomes import Played
    >>> pairs = tuple(Entry(number) for number in range(1, 5))
    >>> slots = Slot(1, 1, 2, Played(420)), Slot(1, 3, 4, Played(-50))
    >>> result = fold(Contest("Thursday", ContestRules(), pairs, slots))
    >>> [(row.place, row.is_tied, row.entry) for row in result.lists[0].rows]
    [(1, True, 1), (1, True, 4), (3, True, 2), (3, True, 3)]
    >>> result.slots[0].ns.steps
    ('beat 1, tied 0 of 1', '+2')
    """
    boards: dict[int, list[Slot]] = {}
    for slot in contest.slots:
        boards.setdefault(slot.board, []).append(slot)
    expected = _expected_results(boards, contest)
    scorers = {number: BoardScorer(Scale(contest.rules, number)) for number in {*expected.values()}}
    given = [each for board, slots in boards.items() for each in scorers[expected[board]].awards(slots)]
    scored, sums = _settled(given, once=contest.rules.against_the_other_room)
    top = Scale(contest.rules, max(expected.values(), default=1)).top
    matches = matches_of(contest.rules, scored) if contest.rules.has_matches else ()
    counted = totals(matches, contest.byes) if contest.rules.has_victory_points else sums
    return Result(contest.rules, ranked_lists(contest, counted, scored, top), scored, top, matches)


def _expected_results(boards: Mapping[int, Sequence[Slot]], contest: Contest) -> dict[int, int]:
    """The number of results that each board should have: as given, else that of the board with most slots."""
    most = max(map(len, boards.values()), default=0)
    return dict.fromkeys(boards, most) | {board: number for board, number in contest.expected if board in boards}


def _settled(given: Sequence[ScoredSlot | Unsettled], *, once: bool) -> tuple[tuple[ScoredSlot, ...], Sums]:
    """The awards with the averages that waited, and the sum of each entry's awards.

    A team's board counts ``once``: in the room where the team sat North-South, or in the only one that has anything.
    """
    sums = _sums(given, once=once)
    if not any(isinstance(each, Unsettled) for each in given):
        return tuple(each for each in given if isinstance(each, ScoredSlot)), sums
    scored = tuple(_settled_slot(each, sums) if isinstance(each, Unsettled) else each for each in given)
    return scored, _sums(scored, once=once)


def _settled_slot(waiting: Unsettled, others: Sums) -> ScoredSlot:
    slot, ns, ew = waiting
    if slot.south is None or slot.west is None:
        return ScoredSlot(slot, _of(ns, slot.ns, others), _of(ew, slot.ew, others))
    partners = _of(ns, slot.south, others), _of(ew, slot.west, others)
    return ScoredSlot(slot, _of(ns, slot.ns, others), _of(ew, slot.ew, others), *partners)


def _of(given: Given, entry: int, others: Sums) -> Award | None:
    """The award of an entry; an average by its own other boards."""
    return settled(given, others.get(entry, NOTHING)) if isinstance(given, Pending) else given


def _sums(scored: Sequence[ScoredSlot | Unsettled], *, once: bool) -> Sums:
    """The sum of the awards of each entry that has any; what waits is left out."""
    gathered: defaultdict[int, list[Award]] = defaultdict(list)
    lone = lone_rooms(each.slot for each in scored) if once else frozenset()
    for each in scored:
        slot, ns, ew = each[:3]
        if isinstance(ns, Award):
            gathered[slot.ns].append(ns)
        if isinstance(ew, Award) and (not once or room_of(slot) in lone):
            gathered[slot.ew].append(ew)
        if slot.south is not None and slot.west is not None:
            south, west = (each.south, each.west) if isinstance(each, ScoredSlot) else (ns, ew)
            if isinstance(south, Award):
                gathered[slot.south].append(south)
            if isinstance(west, Award):
                gathered[slot.west].append(west)
    return {entry: sum_of(awards) for entry, awards in gathered.items()}
