"""The result of a contest: lists with places, and the awards of every board with their reasons."""

from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.award import Award
from scoring.contest.facts import Slot
from scoring.contest.rules import ContestRules


class ScoredSlot(NamedTuple):
    """The awards of both sides of a slot; None for a board that was not played, or that waits for the other room."""

    slot: Slot
    ns: Award | None
    ew: Award | None
    south: Award | None = None
    """Of an individual that of North's partner: the same as North's, save for an average by the own other boards."""
    west: Award | None = None

    @property
    def awarded(self) -> tuple[tuple[int | None, Award | None], ...]:
        """Everybody at the table with their award."""
        slot = self.slot
        return (slot.ns, self.ns), (slot.ew, self.ew), (slot.south, self.south), (slot.west, self.west)


class Row(NamedTuple):
    """An entry in a list."""

    place: int
    """From 1; equals share the highest of their places."""
    is_tied: bool
    entry: int
    score: Fraction
    """The sum of the awards without the penalties."""
    top: int
    """The sum of the tops of the boards that the entry played; 0 where awards have no top."""
    percent: Fraction | None
    """Of the sum of the tops; in a handicap list with the handicap. None where awards have no top."""
    boards: int
    """The number of boards with an award."""
    penalty: Fraction
    """The points taken off the score."""


class RankedList(NamedTuple):
    """A list of results, the winner first."""

    name: str
    """"all", or "ns" and "ew" with two winners; "stratum B", "handicap", or "ns stratum B" and so on."""
    rows: tuple[Row, ...]


class MatchSide(NamedTuple):
    """One team or pair in a match."""

    entry: int
    points: Fraction
    """The sum of its awards: IMPs, matchpoints, or the points of board-a-match."""
    boards: int
    """The boards with an award: of teams those that both rooms have played, or that have an artificial score."""
    victory_points: Fraction | None
    """None where matches are not counted in them."""
    steps: tuple[str, ...]
    """The way to the victory points."""
    percent: Fraction | None = None
    """Of matchpoints that become victory points: their percentage of the tops."""


class Match(NamedTuple):
    """All boards of two teams or pairs against each other, the lower number first."""

    one: MatchSide
    other: MatchSide


class Result(NamedTuple):
    """All that follows from the facts of a contest."""

    rules: ContestRules
    lists: tuple[RankedList, ...]
    slots: tuple[ScoredSlot, ...]
    """Board by board, as the facts name them first; within a board in the order of the facts."""
    top: int
    """The top of a complete board; 0 where awards have no top."""
    matches: tuple[Match, ...] = ()
    """The matches by the numbers of who met: of teams, and of pairs that are ranked by victory points."""
