"""The boards and matches of a USEBIO file: a line for each table, with the awards it prints."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest.rounding import half_away
from scoring.duplicate.board import parse_board
from scoring.duplicate.outcomes import Artificial, NotPlayed, Outcome
from scoring.errors import InvalidBoard, InvalidOutcome, ScoringError
from scoring.said import said
from scoring.text.lines import InvalidLine
from scoring.text.reading.outcome_words import (
    ReadOutcome,
    read_lead,
    read_outcome,
    split_score,
)
from scoring.text.reading.printed import (
    PrintedMatch,
    PrintedNumber,
    PrintedPlay,
    on_one_line,
    printed_number,
)
from scoring.text.reading.roster import Roster
from scoring.text.reading.usebio_entries import pair_of_team
from scoring.text.reading.xml_tree import XmlElement
from scoring.values import Side

_LINES: Final = ("TRAVELLER_LINE", "LINE")
_KINDS: Final = {
    "MATCH_POINTS": "matchpoints",
    "CROSS_IMP_POINTS": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "BUTLER_POINTS": "butler",
    "BUTLER_IMPS": "butler",
    "IMPS": "imps",
    "IMP_POINTS": "imps",
}
"""The endings of the elements that have awards, such as NS_MATCH_POINTS, and the scoring that they mean."""


class _Match(NamedTuple):
    """The two entries of a match, the first of which the file names first."""

    one: int
    other: int
    round: int


class _Seats(NamedTuple):
    ns: int
    ew: int
    south: int | None = None
    west: int | None = None


class PlayReader:
    """A reader of the boards of a session, whose entries are known already."""

    def __init__(self, roster: Roster, *, is_of_teams: bool) -> None:
        self.roster = roster
        self.plays: list[PrintedPlay] = []
        self.matches: list[PrintedMatch] = []
        self.notes: list[str] = []
        self.award_kinds: set[str] = set()
        """The scorings whose awards the file prints; "imps" where it does not say which IMPs."""
        self.is_of_teams = is_of_teams

    def board(
        self, element: XmlElement, section: str, match: _Match | None = None
    ) -> None:
        """Read the lines of a board. Raises InvalidLine for a line that cannot be read."""
        lines = list(_lines(element))
        if not lines:
            return
        try:
            number = parse_board(element.text("BOARD_NUMBER", "NUMBER"))
        except InvalidBoard as refusal:
            element.refuse(refusal.message)

        for place, line in enumerate(lines):
            try:
                self._line(line, number, section, match, place)
            except InvalidLine:
                raise
            except ScoringError as refusal:
                line.refuse(refusal.message)

    def match(self, element: XmlElement, section: str) -> None:
        """Read a match: its entries, its scores and its boards. Raises InvalidLine."""
        one = element.text("TEAM", "TEAM_ID", "NS_PAIR_NUMBER", "NS_TEAM")
        other = element.text("OPPOSING_TEAM", "EW_PAIR_NUMBER", "EW_TEAM")
        match = None
        if one and other:
            round_number = element.text("ROUND_NUMBER")
            number = int(round_number) if round_number.isdecimal() else 0
            match = _Match(
                self.roster.found_or_added(on_one_line(one), section, None),
                self.roster.found_or_added(on_one_line(other), section, None),
                number,
            )
            one_score = printed_number(element.text("TEAM_SCORE", "NS_SCORE"))
            other_score = printed_number(
                element.text("OPPOSING_TEAM_SCORE", "EW_SCORE")
            )
            self.matches.append(
                PrintedMatch(match.one, match.other, one_score, other_score)
            )
        for board in element.all("BOARD"):
            self.board(board, section, match)

    def _line(
        self,
        line: XmlElement,
        board: int,
        section: str,
        match: _Match | None,
        place: int,
    ) -> None:
        """Read one line, which is the one at a place among the lines of its board. Raises ScoringError."""
        seats = self._seats(line, section, match, place)
        ns_award, ew_award = self._awards(line)
        read = _outcome(line, board)
        round_number = match.round if match else 0
        outcome = read.outcome or self._by_awards(board, seats, ns_award, ew_award)
        self.plays.append(
            PrintedPlay(
                board,
                seats.ns,
                seats.ew,
                outcome,
                ns_award,
                ew_award,
                seats.south,
                seats.west,
                section,
                round_number,
                read_lead(line.text("LEAD")),
                line.line,
                read.doubt,
            )
        )

    def _seats(
        self, line: XmlElement, section: str, match: _Match | None, place: int
    ) -> _Seats:
        """The entries at the table. Raises InvalidLine if the line and its match do not name them."""
        ns, ew = line.text("NS_PAIR_NUMBER", "NS"), line.text("EW_PAIR_NUMBER", "EW")
        if ns and ew and self.is_of_teams:
            ns_team = self._team(ns, section, Side.NS)
            return _Seats(ns_team, self._team(ew, section, Side.EW))
        if ns and ew:
            return _Seats(
                self._entry(ns, section, Side.NS), self._entry(ew, section, Side.EW)
            )

        players = []
        for seat in "NESW":
            players.append(line.text(f"{seat}_PLAYER_NUMBER"))
        if all(players):
            north, east, south, west = [
                self._entry(player, section, None) for player in players
            ]
            return _Seats(north, east, south, west)

        if match is None:
            line.refuse("This line does not say who played: its pairs are missing.")
        direction = line.text("DIRECTION").upper()[:1]
        is_turned = direction == "E" or (
            not direction and self.is_of_teams and place % 2 == 1
        )
        if is_turned:
            return _Seats(match.other, match.one)
        return _Seats(match.one, match.other)

    def _entry(self, label: str, section: str, side: Side | None) -> int:
        return self.roster.found_or_added(on_one_line(label), section, side)

    def _team(self, label: str, section: str, side: Side) -> int:
        """The team that a line names by its own number or by the number of one of its pairs."""
        number = self.roster.find(pair_of_team(label), "", None)
        if number is None:
            number = self._entry(label, section, side)
        return number

    def _awards(
        self, line: XmlElement
    ) -> tuple[PrintedNumber | None, PrintedNumber | None]:
        """The awards of both sides that the line prints."""
        for ending, kind in _KINDS.items():
            ns = printed_number(line.text(f"NS_{ending}"))
            ew = printed_number(line.text(f"EW_{ending}"))
            if ns is not None or ew is not None:
                self.award_kinds.add(kind)
                return ns, ew
        return None, None

    def _by_awards(
        self,
        board: int,
        seats: _Seats,
        ns: PrintedNumber | None,
        ew: PrintedNumber | None,
    ) -> Outcome:
        """The outcome of a line without a score: by its matchpoints if it has them, otherwise not played."""
        if ns is None or ew is None or not (ns.value or ew.value):
            return NotPlayed()
        names = {
            "board": board,
            "ns": self.roster.entries[seats.ns].label,
            "ew": self.roster.entries[seats.ew].label,
        }
        whole = ns.value + ew.value
        if self.award_kinds != {"matchpoints"} or min(ns.value, ew.value) < 0:
            form = "Board {board}, {ns} against {ew}: there is no score, so it counts as not played."
            self.notes.append(said(form, **names))
            return NotPlayed()

        percent = int(half_away(Fraction(100) * ns.value / whole, 0))
        form = "Board {board}, {ns} against {ew}: there is no score, so it counts as {percent} % by its matchpoints."
        self.notes.append(said(form, **names, percent=percent))
        return Artificial(percent, 100 - percent)


def _lines(board: XmlElement) -> Iterator[XmlElement]:
    """Yield the lines of a board, which may be in a TRAVELLER element, or be such elements themselves."""
    for child in board.all(*_LINES, "TRAVELLER"):
        inner = list(child.all(*_LINES))
        if child.name in _LINES or not inner:
            yield child
        else:
            yield from inner


def _outcome(line: XmlElement, board: int) -> ReadOutcome:
    """The outcome of a line. Raises InvalidOutcome for words that are no outcome."""
    if ns_score := line.text("NS_SCORE"):
        split = split_score(ns_score, line.text("EW_SCORE"))
        if split is not None:
            return ReadOutcome(split)
    try:
        return read_outcome(
            board,
            line.text("CONTRACT"),
            line.text("PLAYED_BY", "DECLARER"),
            line.text("TRICKS"),
            line.text("SCORE"),
        )
    except InvalidOutcome as refusal:
        line.refuse(refusal.message)
