"""The result of a contest: lists with places, and the awards of every board with their reasons."""

from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.award import Award
from scoring.contest.facts import Slot
from scoring.contest.rules import ContestRules


class ScoredSlot(NamedTuple):
    """A slot with the awards of both sides; None for a board that was not played, or not yet in the other room."""

    slot: Slot
    ns: Award | None
    ew: Award | None
    south: Award | None = None
    """In an individual the award of North's partner. It differs from North's where an average goes by other boards."""
    west: Award | None = None

    @property
    def awarded(self) -> tuple[tuple[int | None, Award | None], ...]:
        """The four possible entries of a slot, each with its award; None where there is no third and fourth entry."""
        slot = self.slot
        return (
            (slot.ns, self.ns),
            (slot.ew, self.ew),
            (slot.south, self.south),
            (slot.west, self.west),
        )


class RankedRow(NamedTuple):
    """An entry in a list."""

    place: int
    """From 1; equals share the highest of their places."""
    is_tied: bool
    entry: int
    score: Fraction
    """The sum of the awards, less the penalties."""
    top: int
    """The sum of the tops of the boards that the entry played; 0 where awards have no top."""
    percent: Fraction | None
    """The score in per cent of ``top``, in a handicap list with the handicap added; None where awards have no top."""
    boards: int
    """The number of boards with an award."""
    penalty: Fraction
    """The points that were taken off; ``score`` is already without them."""


class RankedList(NamedTuple):
    """A list of results, the winner first."""

    name: str
    """"all", or "ns" and "ew" with two winners; "stratum B", "handicap", or "ns stratum B" and so on."""
    rows: tuple[RankedRow, ...]


class MatchSide(NamedTuple):
    """One team or pair in a match."""

    entry: int
    points: Fraction
    """The sum of its awards: IMPs, matchpoints, or the points of board-a-match."""
    boards: int
    """The number of boards with an award: for teams, boards that both rooms played or with an artificial score."""
    victory_points: Fraction | None
    """None where the contest does not count matches in victory points."""
    steps: tuple[str, ...]
    """The steps from the points to the victory points, a phrase each."""
    percent: Fraction | None = None
    """The percentage from which victory points at matchpoints are found; otherwise None."""


class Match(NamedTuple):
    """All boards of two teams or pairs against each other, the lower number first."""

    one: MatchSide
    other: MatchSide


class Result(NamedTuple):
    """The result of a contest: everything that follows from its facts."""

    rules: ContestRules
    lists: tuple[RankedList, ...]
    slots: tuple[ScoredSlot, ...]
    """All slots, board by board. Boards, and the slots of a board, are in the order of the facts."""
    top: int
    """The top of a complete board; 0 where awards have no top."""
    matches: tuple[Match, ...] = ()
    """The matches of teams, or of pairs that are ranked by victory points, in the order of their numbers."""
