"""Scores one board: compares its slots group by group, for each side separately."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scoring.contest.artificial import Pending, artificial_award, least_first
from scoring.contest.comparing.aggregate import AggregateChart
from scoring.contest.comparing.award import Award, Compared
from scoring.contest.comparing.butler import ButlerChart
from scoring.contest.comparing.cross_imps import CrossImpChart, CrossImpWay
from scoring.contest.comparing.frequencies import Own, own_results
from scoring.contest.comparing.matchpoints import MatchpointChart
from scoring.contest.comparing.other_room import BothRooms
from scoring.contest.factor import is_small
from scoring.contest.facts import Slot
from scoring.contest.result import ScoredSlot
from scoring.contest.rules import ContestRules
from scoring.contest.scale import BoardScale
from scoring.duplicate.outcomes import REAL, Artificial, Average, NotPlayed, Outcome
from scoring.said import said
from scoring.values import Side

Given = Award | Pending | None
"""The score of one side of a slot: an award, an average that depends on other boards, or None if there is no award."""


class Unsettled(NamedTuple):
    """A slot and the scores of its two sides, of which at least one is an average that depends on other boards."""

    slot: Slot
    ns: Given
    ew: Given


class BoardChart(Protocol):
    """A way of comparing, for one side, the results of one group: results of a board with the same cards."""

    def compare(self, result: Own) -> Compared:
        """The comparison of ``result``, one of the results of the group, with the other results."""
        ...


class BoardScorer:
    """Computes the awards of boards on one scale, by comparing the results of each board."""

    def __init__(self, scale: BoardScale) -> None:
        self.scale = scale
        self.known: dict[Compared, Award] = {}
        """The awards made so far, by the comparison behind each award, so that equal comparisons share one award."""

    def awards(self, slots: Sequence[Slot]) -> list[ScoredSlot | Unsettled]:
        """The awards of every slot of one board, in the order of the slots."""
        if self.scale.rules.against_the_other_room:
            return self._awards_of_rooms(slots)

        results: list[tuple[Own, Own] | None] = []
        groups: dict[str, list[tuple[Own, Own]]] = {}
        for slot in slots:
            result = None
            if isinstance(slot.outcome, REAL):
                result = own_results(slot.outcome)
                groups.setdefault(slot.group, []).append(result)
            results.append(result)

        sizes = [len(members) for members in groups.values()]
        compared = {}
        for group, members in groups.items():
            compared[group] = _Group(members, self, sizes)
        scored = []
        for slot, result in zip(slots, results, strict=True):
            if result is None:
                ns, ew = self._unplayed(slot.outcome)
            else:
                ns, ew = compared[slot.group].awards(result)
            scored.append(_scored(slot, ns, ew))

        return scored

    def _unplayed(self, outcome: Outcome) -> tuple[Given, Given]:
        """The awards of both sides for an outcome without a result; None for both sides if the board was not played."""
        if not isinstance(outcome, Artificial):
            return None, None
        ns = artificial_award(outcome.ns, self.scale)
        ew = artificial_award(outcome.ew, self.scale)
        return ns, ew

    def award(self, why: Compared, scale: BoardScale) -> Award:
        """The award that follows from a comparison, rounded by the rules. Equal comparisons share one award."""
        award = self.known.get(why)
        if award is None:
            award = scale.award(why.points, why)
            self.known[why] = award
        return award

    def _awards_of_rooms(self, slots: Sequence[Slot]) -> list[ScoredSlot | Unsettled]:
        """The awards of teams: each slot is compared with the slot in which the two teams sat the other way."""
        rooms = {(slot.ns, slot.ew): slot for slot in slots}
        scored = []
        for here in slots:
            there = _with_these_cards(here, rooms.get((here.ew, here.ns)))
            ns = self._of_rooms(here, there, Side.NS)
            ew = self._of_rooms(here, there, Side.EW)
            scored.append(_scored(here, ns, ew))
        return scored

    def _of_rooms(self, here: Slot, there: Slot | None, side: Side) -> Given:
        """The award of one team for both rooms. The team sat as ``side`` in the room of the slot ``here``."""
        artificial = _artificial(here, side)
        if there is not None:
            artificial += _artificial(there, side.other)
        if artificial:
            return artificial_award(min(artificial, key=least_first), self.scale)
        if (
            there is None
            or not isinstance(here.outcome, REAL)
            or not isinstance(there.outcome, REAL)
        ):
            return None

        ns_here, ew_here = own_results(here.outcome)
        ns_there, ew_there = own_results(there.outcome)
        in_imps = self.scale.rules.scoring == "team-imps"
        if side is Side.NS:
            return self.award(BothRooms(ns_here, ew_there, in_imps), self.scale)

        return self.award(BothRooms(ew_here, ns_there, in_imps), self.scale)


def _artificial(slot: Slot, side: Side) -> list[Average | int]:
    """A list with the artificial score of a side in a slot; an empty list if the slot has no artificial score."""
    if not isinstance(slot.outcome, Artificial):
        return []
    if side is Side.NS:
        return [slot.outcome.ns]
    return [slot.outcome.ew]


def _with_these_cards(here: Slot, there: Slot | None) -> Slot | None:
    """The slot ``there`` of the other room, with the outcome "not played" if other cards were played there (Law 87).

    None if ``there`` is None. An artificial score is not replaced.
    """
    if (
        there is None
        or here.group == there.group
        or isinstance(there.outcome, Artificial)
    ):
        return there
    return there._replace(outcome=NotPlayed())


def _scored(slot: Slot, ns: Given, ew: Given) -> ScoredSlot | Unsettled:
    if isinstance(ns, Pending) or isinstance(ew, Pending):
        return Unsettled(slot, ns, ew)
    if slot.south is None:
        return ScoredSlot(slot, ns, ew)
    return ScoredSlot(slot, ns, ew, ns, ew)


class _Group:
    """The results that are compared with each other. The award of each different result is computed only once."""

    def __init__(
        self,
        results: Sequence[tuple[Own, Own]],
        scorer: BoardScorer,
        sizes: Sequence[int],
    ) -> None:
        self.scorer = scorer
        scale = scorer.scale
        self.is_alone = (
            len(results) == 1
            and scale.expected > 1
            and scale.rules.has_artificial_scores
        )
        """True if the group has only one result although more are expected. Its award is then an average plus."""
        self.scale = scale.of_group(len(results))
        self.ns = _chart([ns for ns, _ in results], self.scale, sizes)
        self.ew = _chart([ew for _, ew in results], self.scale, sizes)
        self.known: dict[tuple[Own, Own], tuple[Given, Given]] = {}

    def awards(self, result: tuple[Own, Own]) -> tuple[Given, Given]:
        """The awards of North-South and East-West for one of the results."""
        awards = self.known.get(result)
        if awards is None:
            ns, ew = result
            awards = self._award(self.ns, ns), self._award(self.ew, ew)
            self.known[result] = awards
        return awards

    def _award(self, chart: BoardChart, result: Own) -> Given:
        if not self.is_alone:
            return self.scorer.award(chart.compare(result), self.scale)
        scale = self.scorer.scale
        because = said(
            "the only result where {expected} are expected: average plus",
            expected=scale.expected,
        )
        return artificial_award(Average.PLUS, scale, because)


def _chart(results: list[Own], scale: BoardScale, sizes: Sequence[int]) -> BoardChart:
    """The chart that compares the results of a group, by the rule ``scoring``: matchpoints, IMPs or total points.

    ``sizes`` are the numbers of results of all groups of the board.
    """
    rules = scale.rules
    match rules.scoring:
        case "matchpoints":
            small = is_small(
                len(results), scale.expected, groups=sizes, rule=rules.small_groups
            )
            return MatchpointChart(results, scale.expected, is_small=small)
        case "cross-imps":
            return CrossImpChart(results, scale.expected, _way(rules))
        case "butler":
            return ButlerChart(results, trim=rules.trim, fives=rules.fives)
    return AggregateChart()


def _way(rules: ContestRules) -> CrossImpWay:
    """The rules of a contest by which the IMPs of comparisons become an award."""
    most = 0
    if rules.comparison_cap != "none":
        most = int(rules.comparison_cap)
    return CrossImpWay(rules.cross_imps, rules.comparisons == "made", most)
