"""One board: its slots compared group by group, each side by itself."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scoring.contest.artificial import Pending, artificial_award, least_first
from scoring.contest.comparing.aggregate import AggregateChart
from scoring.contest.comparing.award import Award, Compared
from scoring.contest.comparing.butler import ButlerChart
from scoring.contest.comparing.cross_imps import CrossImpChart
from scoring.contest.comparing.frequencies import Own, own_results
from scoring.contest.comparing.matchpoints import MatchpointChart
from scoring.contest.comparing.other_room import BothRooms
from scoring.contest.facts import Slot
from scoring.contest.result import ScoredSlot
from scoring.contest.scale import Scale
from scoring.duplicate.outcomes import REAL, Artificial, Average, NotPlayed, Outcome
from scoring.said import said
from scoring.values import Side

Given = Award | Pending | None


class Unsettled(NamedTuple):
    """The awards of both sides of a slot, where at least one of them waits for its other boards."""

    slot: Slot
    ns: Given
    ew: Given


class Chart(Protocol):
    """A way of comparing the results of one group, for one side."""

    def compare(self, result: Own) -> Compared:
        """One of the results compared with the others."""
        ...


class BoardScorer:
    """Compares the results of boards that should all have the same number of results."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.known: dict[Compared, Award] = {}
        """Awards so far by their reasons: boards share those that are alike."""

    def awards(self, slots: Sequence[Slot]) -> list[ScoredSlot | Unsettled]:
        """The awards of every slot of one board, in their order."""
        if self.scale.rules.against_the_other_room:
            return self._awards_of_rooms(slots)
        results = [own_results(slot.outcome) if isinstance(slot.outcome, REAL) else None for slot in slots]
        groups: dict[str, list[tuple[Own, Own]]] = {}
        for slot, result in zip(slots, results, strict=True):
            if result is not None:
                groups.setdefault(slot.group, []).append(result)
        compared = {group: _Group(members, self) for group, members in groups.items()}
        scored = []
        for slot, result in zip(slots, results, strict=True):
            ns, ew = self._unplayed(slot.outcome) if result is None else compared[slot.group].awards(result)
            scored.append(_scored(slot, ns, ew))
        return scored

    def _unplayed(self, outcome: Outcome) -> tuple[Given, Given]:
        if isinstance(outcome, Artificial):
            return artificial_award(outcome.ns, self.scale), artificial_award(outcome.ew, self.scale)
        return None, None

    def award(self, why: Compared) -> Award:
        """The award that follows from a comparison."""
        award = self.known.get(why)
        if award is None:
            award = self.known[why] = self.scale.award(why.points, why)
        return award

    def _awards_of_rooms(self, slots: Sequence[Slot]) -> list[ScoredSlot | Unsettled]:
        """The awards of teams: each slot is compared with that in which the same teams sat the other way."""
        rooms = {(slot.ns, slot.ew): slot for slot in slots}
        others = (_with_these_cards(slot, rooms.get((slot.ew, slot.ns))) for slot in slots)
        return [
            _scored(here, self._of_rooms(here, there, Side.NS), self._of_rooms(here, there, Side.EW))
            for here, there in zip(slots, others, strict=True)
        ]

    def _of_rooms(self, here: Slot, there: Slot | None, side: Side) -> Given:
        """A team's award for both rooms, seen from the room where it sat as ``side``."""
        rooms = ((here, side),) if there is None else ((here, side), (there, side.other))
        artificial = [
            room.outcome.ns if seat is Side.NS else room.outcome.ew
            for room, seat in rooms
            if isinstance(room.outcome, Artificial)
        ]
        if artificial:
            return artificial_award(min(artificial, key=least_first), self.scale)
        if there is None or not isinstance(here.outcome, REAL) or not isinstance(there.outcome, REAL):
            return None
        index = 0 if side is Side.NS else 1
        own, other = own_results(here.outcome)[index], own_results(there.outcome)[1 - index]
        return self.award(BothRooms(own, other, in_imps=self.scale.rules.scoring == "team-imps"))


def _with_these_cards(here: Slot, there: Slot | None) -> Slot | None:
    """The slot of the other room; one that had other cards is not compared (Law 87), like one that was not played."""
    if there is None or here.group == there.group or isinstance(there.outcome, Artificial):
        return there
    return there._replace(outcome=NotPlayed())


def _scored(slot: Slot, ns: Given, ew: Given) -> ScoredSlot | Unsettled:
    if isinstance(ns, Pending) or isinstance(ew, Pending):
        return Unsettled(slot, ns, ew)
    return ScoredSlot(slot, ns, ew) if slot.south is None else ScoredSlot(slot, ns, ew, ns, ew)


class _Group:
    """The awards of those who are compared with each other, worked out once for each different result."""

    def __init__(self, results: Sequence[tuple[Own, Own]], scorer: BoardScorer) -> None:
        self.scorer = scorer
        self.is_alone = len(results) == 1 < scorer.scale.expected and scorer.scale.rules.scoring != "aggregate"
        self.ns = _chart([ns for ns, _ in results], scorer.scale)
        self.ew = _chart([ew for _, ew in results], scorer.scale)
        self.known: dict[tuple[Own, Own], tuple[Given, Given]] = {}

    def awards(self, result: tuple[Own, Own]) -> tuple[Given, Given]:
        """The awards of North-South and East-West for one of the results."""
        awards = self.known.get(result)
        if awards is None:
            awards = self.known[result] = self._award(self.ns, result[0]), self._award(self.ew, result[1])
        return awards

    def _award(self, chart: Chart, result: Own) -> Given:
        if not self.is_alone:
            return self.scorer.award(chart.compare(result))
        scale = self.scorer.scale
        because = said("the only result where {expected} are expected: average plus", expected=scale.expected)
        return artificial_award(Average.PLUS, scale, because)


def _chart(results: list[Own], scale: Scale) -> Chart:
    rules = scale.rules
    match rules.scoring:
        case "matchpoints":
            return MatchpointChart(results, scale.expected)
        case "cross-imps":
            return CrossImpChart(results, scale.expected, rules.cross_imps)
        case "butler":
            return ButlerChart(results, trim=rules.trim, fives=rules.fives)
    return AggregateChart()
