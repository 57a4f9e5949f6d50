"""The fold of a contest: from its facts to awards with their reasons, and to lists with places.

The order of the steps is: award, rounding by the rule, sum, penalty, percentage, handicap. Nothing else is rounded.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from scoring.contest.artificial import Pending, settled
from scoring.contest.board import BoardScorer, Given, Unsettled
from scoring.contest.comparing.award import Award
from scoring.contest.facts import Contest, Penalty, Slot
from scoring.contest.lists import ranked_lists
from scoring.contest.matches import Room, lone_rooms, matches_of, room_of, totals
from scoring.contest.result import Match, RankedList, Result, ScoredSlot
from scoring.contest.scale import BoardScale
from scoring.contest.sums import NOTHING, BoardSum, sum_of

Sums = Mapping[int, BoardSum]
"""The sum of the awards of each entry, by its number."""


def fold(contest: Contest) -> Result:
    """Score a contest, and return its result.

    >>> from scoring.contest import Contest, ContestRules, ContestEntry, Slot
    >>> from scoring.duplicate.outcomes import Played
    >>> pairs = tuple(ContestEntry(number) for number in range(1, 5))
    >>> slots = Slot(1, 1, 2, Played(420)), Slot(1, 3, 4, Played(-50))
    >>> result = fold(Contest("Thursday", ContestRules(), pairs, slots))
    >>> [(row.place, row.is_tied, row.entry) for row in result.lists[0].rows]
    [(1, True, 1), (1, True, 4), (3, True, 2), (3, True, 3)]
    >>> result.slots[0].ns.steps
    ('beat 1, tied 0 of 1', '+2')

    Raises:
        InvalidContest: for a match with more boards than the scale of its victory points has.
    """
    rules = contest.rules
    boards: dict[int, list[Slot]] = {}
    for slot in contest.slots:
        boards.setdefault(slot.board, []).append(slot)

    expected = _expected_results(boards, contest)
    awarded = _awarded(boards, expected, contest)
    scored, sums = _settled(awarded, once=rules.against_the_other_room)
    top = BoardScale(rules, max(expected.values(), default=1)).top
    matches: tuple[Match, ...] = ()
    if rules.has_matches:
        matches = matches_of(rules, scored)
    if rules.has_victory_points:
        sums = totals(matches, contest.byes)

    lists = ranked_lists(contest, sums, contest.penalties, scored, top)
    return Result(rules, lists, scored, top, matches)


def lists_after(
    contest: Contest,
    slots: Sequence[ScoredSlot],
    penalties: Sequence[Penalty],
    byes: Sequence[int],
    top: int,
) -> tuple[RankedList, ...]:
    """The lists as they stood after a part of a contest, with the awards of the whole contest.

    ``slots`` are the scored slots of that part, such as the first rounds; ``penalties`` and ``byes`` are those that had
    been given, and ``top`` is the top of the result. With all of them the lists are those of ``fold``.
    """
    rules = contest.rules
    if rules.has_victory_points:
        sums = totals(matches_of(rules, slots), byes)
    else:
        sums = _sums(slots, once=rules.against_the_other_room)
    return ranked_lists(contest, sums, penalties, slots, top)


def _expected_results(
    boards: Mapping[int, Sequence[Slot]], contest: Contest
) -> dict[int, int]:
    """The number of results that each board should have, by the number of the board.

    Where the contest states no number, it is the number of slots of the board with the most slots.
    """
    most = max(map(len, boards.values()), default=0)
    expected = dict.fromkeys(boards, most)
    for board, number in contest.expected:
        if board in boards:
            expected[board] = number
    return expected


def _awarded(
    boards: Mapping[int, Sequence[Slot]], expected: Mapping[int, int], contest: Contest
) -> list[ScoredSlot | Unsettled]:
    """The scored slots of all boards, board by board; a slot is unsettled if an average depends on other boards."""
    scorers: dict[int, BoardScorer] = {}
    awarded: list[ScoredSlot | Unsettled] = []
    for board, slots in boards.items():
        number = expected[board]
        if number not in scorers:
            scorers[number] = BoardScorer(BoardScale(contest.rules, number))
        awarded += scorers[number].awards(slots)
    return awarded


def _settled(
    awarded: Sequence[ScoredSlot | Unsettled], *, once: bool
) -> tuple[tuple[ScoredSlot, ...], Sums]:
    """The slots, with every waiting average settled, and the sum of each entry's awards.

    With ``once`` (teams) a board counts once for each team: in the room where it sat North-South, or in the only room
    that has a slot.
    """
    sums = _sums(awarded, once=once)
    scored = []
    for slot in awarded:
        if isinstance(slot, Unsettled):
            scored.append(_settled_slot(slot, sums))
        else:
            scored.append(slot)

    if any(isinstance(slot, Unsettled) for slot in awarded):
        sums = _sums(scored, once=once)

    return tuple(scored), sums


def _settled_slot(waiting: Unsettled, others: Sums) -> ScoredSlot:
    slot, ns, ew = waiting
    ns_award = _award_of(ns, slot.ns, others)
    ew_award = _award_of(ew, slot.ew, others)
    if slot.south is None or slot.west is None:
        return ScoredSlot(slot, ns_award, ew_award)
    south_award = _award_of(ns, slot.south, others)
    west_award = _award_of(ew, slot.west, others)
    return ScoredSlot(slot, ns_award, ew_award, south_award, west_award)


def _award_of(given: Given, entry: int, others: Sums) -> Award | None:
    """The award of an entry; an average that waited is settled by the entry's other boards."""
    if isinstance(given, Pending):
        return settled(given, others.get(entry, NOTHING))
    return given


def _sums(awarded: Sequence[ScoredSlot | Unsettled], *, once: bool) -> Sums:
    """The sum of the awards of each entry that has an award; averages that wait for other boards are left out.

    With ``once`` (teams) a board counts once for each team: in the room where it sat North-South, or in the only room
    that has a slot.
    """
    awards: defaultdict[int, list[Award]] = defaultdict(list)
    lone: frozenset[Room] = frozenset()
    if once:
        lone = lone_rooms(scored.slot for scored in awarded)

    for scored in awarded:
        slot, ns, ew = scored[:3]
        if isinstance(ns, Award):
            awards[slot.ns].append(ns)
        if isinstance(ew, Award) and (not once or room_of(slot) in lone):
            awards[slot.ew].append(ew)
        if slot.south is not None and slot.west is not None:
            south, west = ns, ew
            if isinstance(scored, ScoredSlot):
                south, west = scored.south, scored.west
            if isinstance(south, Award):
                awards[slot.south].append(south)
            if isinstance(west, Award):
                awards[slot.west].append(west)

    sums = {}
    for entry, of_entry in awards.items():
        sums[entry] = sum_of(of_entry)

    return sums
