"""The result of a contest: lists with places, and the awards of every board with their reasons."""

from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.award import Award
from scoring.contest.facts import Slot
from scoring.contest.rules import ContestRules


class ScoredSlot(NamedTuple):
    """A slot with its awards.

    An award is None if the board was not played, or not yet played in the other room of a match of teams.
    """

    slot: Slot
    ns: Award | None
    ew: Award | None
    south: Award | None = None
    """The award of the player in South, in an individual; otherwise None.

    It differs from the award of North only for an average that depends on each player's other boards.
    """
    west: Award | None = None

    @property
    def awarded(self) -> tuple[tuple[int | None, Award | None], ...]:
        """Four pairs of an entry and its award. The last two pairs are ``(None, None)`` except in an individual."""
        slot = self.slot
        return (
            (slot.ns, self.ns),
            (slot.ew, self.ew),
            (slot.south, self.south),
            (slot.west, self.west),
        )


class RankedRow(NamedTuple):
    """One row of a list of results: an entry with its place and its score."""

    place: int
    """The place, counted from 1. Equal entries share the highest of their places."""
    is_tied: bool
    entry: int
    score: Fraction
    """The sum of the awards, or of the victory points of matches and byes, less the penalties."""
    top: int
    """The sum of the tops of the boards with an award; 0 if entries are not ranked by percentages."""
    percent: Fraction | None
    """The score in per cent of ``top``; in a handicap list the handicap is added. None if ``top`` is 0."""
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
    """The sum of the side's awards: IMPs, matchpoints, or the points of board-a-match."""
    boards: int
    """The number of boards with an award. For teams: boards played in both rooms, or with an artificial score."""
    victory_points: Fraction | None
    """The victory points of the side; None if the contest does not count them, or if no board has an award yet."""
    steps: tuple[str, ...]
    """The steps from the points to the victory points, each step as a phrase."""
    percent: Fraction | None = None
    """The percentage that decides the victory points, if the scoring is matchpoints; otherwise None."""


class Match(NamedTuple):
    """All boards of two teams or pairs against each other. The side with the lower number comes first."""

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
    """The matches of teams, or of pairs that are ranked by victory points, in the order of the entries' numbers."""
