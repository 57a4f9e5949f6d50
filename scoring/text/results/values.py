"""The results of a session, as result files need them: entries with places, boards with a line for each table, matches.

An entry is a pair, a team or a player of an individual.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest import ContestRules
from scoring.contest.rounding import as_decimal, half_away
from scoring.duplicate.outcomes import Outcome
from scoring.hands.layout import DealtBoard
from scoring.values import Side

PROGRAM: Final = "Clubscore"
LISTS: Final = ("all", "ns", "ew")
NOTHING: Final = Fraction(0)


class SessionForm(StrEnum):
    """The forms of a session for result files; the Swiss forms are drawn round by round."""

    PAIRS = "pairs"
    TEAMS = "teams"
    INDIVIDUAL = "individual"
    SWISS_PAIRS = "swiss_pairs"
    SWISS_TEAMS = "swiss_teams"

    @property
    def is_of_teams(self) -> bool:
        """True if the entries are teams."""
        return self in (SessionForm.TEAMS, SessionForm.SWISS_TEAMS)


class EntryPlayer(NamedTuple):
    """A player of an entry."""

    name: str
    national_id: str = ""
    """The number that a federation has given to the player; empty if it is not known or not to be told."""
    half: Side | None = None
    """The half of a team to which the player belongs: the one that sits North-South, or the one East-West."""


class Pair(NamedTuple):
    """A pair, team or player with its place in its ranked list; ``place`` is None if the entry is in no list."""

    number: int
    players: tuple[EntryPlayer, ...] = ()
    line: Side | None = None
    """The line in which the pair is ranked, if there are two winners; otherwise None."""
    place: int | None = None
    score: Fraction = NOTHING
    """The score of the entry after penalties."""
    percent: Fraction | None = None
    """The score in per cent; None if scores are not a percentage of a top."""
    boards: int = 0
    section: str = ""
    """The letter of the section of the entry; empty if the session has only one section."""
    penalty: Fraction = NOTHING
    """The points that were taken off."""
    handicap: Fraction | None = None
    """The percentage points that the handicap list adds to ``percent``; None without a handicap."""
    stratum: str = ""
    """The letter of the entry's stratum; empty if the session has no strata."""
    stratum_place: int | None = None
    """The place of the entry in the list of its own stratum; None if there is no such list."""
    masterpoints: int | None = None
    """The masterpoints of the entry in hundredths; None if the session gives none."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)


class TravellerLine(NamedTuple):
    """One table of a traveller: the entries, the outcome, and the points that both sides are awarded."""

    ns: int
    ew: int
    outcome: Outcome
    ns_points: Fraction
    ew_points: Fraction
    remark: str = ""
    """A note on the result for whoever reads the file, such as "open when published"; empty without one."""
    section: str = ""
    """The letter of the section of the table; empty if the session has only one section."""
    lead: str = ""
    """The opening lead, rank first, such as KD or TS; empty if it is not known."""
    south: int | None = None
    """The player in South, in an individual; ``ns`` is then the player in North."""
    west: int | None = None
    """The player in West, in an individual; ``ew`` is then the player in East."""

    def renumbered(self, numbers: Mapping[int, int]) -> "TravellerLine":
        """The same line with other numbers of entries; ``numbers`` has the new number by the old one."""
        line = self._replace(ns=numbers[self.ns], ew=numbers[self.ew])
        if self.south is None or self.west is None:
            return line
        return line._replace(south=numbers[self.south], west=numbers[self.west])


class Traveller(NamedTuple):
    """A board, with a line for every table that has awards on it."""

    board: int
    lines: tuple[TravellerLine, ...]
    datum: int | None = None
    """The mean against which a Butler compares the results; None elsewhere, and for a board with several means."""


class ResultMatch(NamedTuple):
    """All boards of two entries against each other, with the points and the victory points of both."""

    one: int
    other: int
    one_points: Fraction
    other_points: Fraction
    one_victory_points: Fraction | None = None
    """None if the session does not count victory points, or if no board of the match has an award."""
    other_victory_points: Fraction | None = None
    round: int | None = None
    """The round of the match; None if it is not known, or if the match went on over several rounds."""


class SessionResults(NamedTuple):
    """The results of a session, as they are written to a file."""

    name: str
    rules: ContestRules
    pairs: tuple[Pair, ...]
    """The entries, list by list, the winner first; then the entries without a place."""
    travellers: tuple[Traveller, ...]
    club: str = ""
    """The club where the session was played; empty if the club is not known."""
    day: date | None = None
    form: SessionForm = SessionForm.PAIRS
    matches: tuple[ResultMatch, ...] = ()
    """The matches of teams, or of pairs that are ranked by victory points."""
    byes: tuple[int, ...] = ()
    """The entries that had no opponent in a round, once for each such round."""
    club_number: str = ""
    """The number of the club with its federation; empty if it is not known."""
    charge_code: str = ""
    """The code by which a federation charges the club for the session; empty if there is none."""
    event_id: str = ""
    """The number of the session in the club's own program; empty if it has none."""
    hands: tuple[DealtBoard, ...] = ()
    """The boards with their cards, if everybody may see them."""

    def renumbered(self, numbers: Mapping[int, int]) -> "SessionResults":
        """The same results with other numbers of entries; ``numbers`` has the new number by the old one."""
        travellers = []
        for board in self.travellers:
            lines = [line.renumbered(numbers) for line in board.lines]
            travellers.append(board._replace(lines=tuple(lines)))
        matches = []
        for match in self.matches:
            one, other = numbers[match.one], numbers[match.other]
            matches.append(match._replace(one=one, other=other))
        pairs = [pair._replace(number=numbers[pair.number]) for pair in self.pairs]
        return self._replace(
            pairs=tuple(pairs),
            travellers=tuple(travellers),
            matches=tuple(matches),
            byes=tuple(numbers[number] for number in self.byes),
        )

    @property
    def sections(self) -> tuple[str, ...]:
        """The letters of the sections, in order: one empty letter if the session has only one section."""
        return tuple(sorted({pair.section for pair in self.pairs})) or ("",)

    @property
    def strata(self) -> tuple[str, ...]:
        """The letters of the strata, the highest first; empty if the session has none."""
        return tuple(sorted({pair.stratum for pair in self.pairs if pair.stratum}))


def points_text(value: Fraction, places: int = 4) -> str:
    """Points as a decimal number in text, with at most ``places`` decimals.

    >>> points_text(Fraction(17, 3)), points_text(Fraction(-3))
    ('5.6667', '-3')
    """
    return as_decimal(half_away(value, places))
