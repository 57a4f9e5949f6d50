"""A PBN session with a game for each result: the players are known by their names, teams by their rooms."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from scoring.duplicate.outcomes import NotPlayed
from scoring.errors import ScoringError
from scoring.text.hands.pbn_games import Game
from scoring.text.lines import InvalidLine
from scoring.text.reading.outcome_words import read_outcome, read_seat
from scoring.text.reading.pbn_scoring import pbn_scoring
from scoring.text.reading.printed import (
    PrintedEntry,
    PrintedNumber,
    PrintedPlay,
    on_one_line,
    printed_number,
)
from scoring.text.reading.roster import Roster
from scoring.values import Seat, Side

_SIDED: Final = re.compile(r"(NS|EW)\s+(\S+)", re.IGNORECASE)
_AWARDS: Final = ("ScoreMP", "ScoreIMP", "ScorePercentage")
_SEATS: Final = {
    Seat.NORTH: "North",
    Seat.EAST: "East",
    Seat.SOUTH: "South",
    Seat.WEST: "West",
}
_CLOSED: Final = "C"


class GameReader:
    """A reader of games that each have one result."""

    def __init__(self, words: str) -> None:
        self.roster = Roster()
        self.plays: list[PrintedPlay] = []
        self.notes: list[str] = []
        self.has_victory_points = False
        self.awards_are_percentages = False
        self._words = words
        self._is_of_teams = False
        self._is_individual = False
        self._numbers: dict[tuple[str, ...], int] = {}

    @property
    def scoring(self) -> str:
        """The scoring of the session as a value of the rule."""
        if self._is_of_teams:
            return "bam" if pbn_scoring(self._words).scoring == "bam" else "team-imps"
        return pbn_scoring(self._words).scoring

    @property
    def other_scorings(self) -> tuple[str, ...]:
        """Other values that the words of the file may mean."""
        return () if self._is_of_teams else pbn_scoring(self._words).others

    def read(self, games: Sequence[tuple[int, Game]]) -> None:
        """Read games, each with the number of its board. Raises InvalidLine for a game that cannot be read."""
        self._is_of_teams = any(_text(game, "Room") for _, game in games)
        self._is_individual = not self._is_of_teams and _has_changing_partners(games)
        for board, game in games:
            try:
                self._game(board, game)
            except InvalidLine:
                raise
            except ScoringError as refusal:
                game["Board"].refuse(refusal.message)
        if not self._is_individual and not self._is_of_teams:
            self._give_lines()

    def _game(self, board: int, game: Game) -> None:
        """Read one result. Raises ScoringError."""
        ns, ew, *others = self._entries(game)
        south, west = others or (None, None)
        declarer = _text(game, "Declarer").lstrip("^")
        read = read_outcome(
            board,
            _text(game, "Contract").lstrip("^"),
            declarer,
            _of_declarer(_text(game, "Result").lstrip("^"), declarer),
            _score(_text(game, "Score"), declarer),
        )
        ns_award, ew_award = self._awards(game)
        round_text = _text(game, "Round")
        round_number = 0
        if re.fullmatch("[0-9]{1,4}", round_text):
            round_number = int(round_text)
        self.plays.append(
            PrintedPlay(
                board,
                ns,
                ew,
                read.outcome or NotPlayed(),
                ns_award,
                ew_award,
                south,
                west,
                section=_text(game, "Section"),
                round=round_number,
                line=game["Board"].line,
                doubt=read.doubt,
            )
        )

    def _entries(self, game: Game) -> tuple[int, ...]:
        """The entries at the table: two, or four in an individual. Raises InvalidLine if they are not named."""
        if self._is_of_teams:
            home = self._entry(("1", _text(game, "HomeTeam")))
            visitors = self._entry(("2", _text(game, "VisitTeam")))
            if _text(game, "Room").upper().startswith(_CLOSED):
                return visitors, home
            return home, visitors

        names = {seat: _text(game, tag) for seat, tag in _SEATS.items()}
        for side in Side:
            if not any(names[seat] for seat in side.seats):
                game["Board"].refuse("This result has no names of its players.")
        if self._is_individual:
            north, east, south, west = [self._entry((names[seat],)) for seat in Seat]
            return north, east, south, west
        entries = []
        for side in Side:
            pair = sorted(names[seat] for seat in side.seats)
            entries.append(self._entry(tuple(pair)))
        return tuple(entries)

    def _entry(self, names: tuple[str, ...]) -> int:
        """The number of the entry with these names; a new entry if there is none."""
        if names not in self._numbers:
            number = self.roster.add(str(len(self._numbers) + 1))
            self._numbers[names] = number
            entry = self.roster.entries[number]
            if self._is_of_teams:
                entry = entry._replace(team=names[1])
            else:
                shown = tuple(name for name in names if name)
                entry = entry._replace(names=shown)
            self.roster.entries[number] = entry
        return self._numbers[names]

    def _give_lines(self) -> None:
        """Give each pair the line in which it always sat, if every pair always sat in one."""
        sides: dict[int, set[Side]] = {}
        for play in self.plays:
            sides.setdefault(play.ns, set()).add(Side.NS)
            sides.setdefault(play.ew, set()).add(Side.EW)
        if any(len(each) > 1 for each in sides.values()):
            return
        for number, each in sides.items():
            entry: PrintedEntry = self.roster.entries[number]
            self.roster.entries[number] = entry._replace(line=next(iter(each)))

    def _awards(self, game: Game) -> tuple[PrintedNumber | None, PrintedNumber | None]:
        """The award of North-South that a game has, or that of East-West."""
        for name in _AWARDS:
            text = _text(game, name)
            if not text:
                continue
            self.awards_are_percentages = name == "ScorePercentage"
            sided = _SIDED.match(text)
            if sided and sided[1].upper() == "EW":
                return None, printed_number(sided[2])
            if sided:
                return printed_number(sided[2]), None
        return None, None


def _text(game: Game, name: str) -> str:
    """The value of a tag on one line; empty if there is none, or if it is not known."""
    if name not in game:
        return ""
    text = on_one_line(game[name].value)
    return "" if text in ("?", "-") else text


def _has_changing_partners(games: Sequence[tuple[int, Game]]) -> bool:
    """True if a player has several partners.

    A name that is at two tables of one board, such as that of a robot, is no player.
    """
    tables: Counter[tuple[int, str]] = Counter()
    for board, game in games:
        for tag in _SEATS.values():
            tables[board, _text(game, tag)] += 1
    robots = {name for (_, name), count in tables.items() if count > 1}

    partners: dict[str, str] = {}
    for _, game in games:
        for seat in Seat:
            name, partner = _text(game, _SEATS[seat]), _text(game, _SEATS[seat.partner])
            if not name or name in robots:
                continue
            if partners.setdefault(name, partner) != partner:
                return True
    return False


def _of_declarer(text: str, declarer: str) -> str:
    """The tricks of declarer in a Result tag, which may name sides: "9", or "EW 5 NS 8"."""
    seat = read_seat(declarer)
    for side, tricks in _SIDED.findall(text):
        if seat is not None and side.upper() == seat.side.value:
            return str(tricks)
    return "" if _SIDED.search(text) else text


def _score(text: str, declarer: str) -> str:
    """The points of North-South in a Score tag: "NS 420", "EW 50", or the points of declarer without a side."""
    sided = _SIDED.match(text)
    points = sided[2] if sided else text
    side = sided[1].upper() if sided else ""
    if not sided:
        seat = read_seat(declarer)
        side = seat.side.value if seat else ""
    if side != Side.EW or not re.fullmatch("[+-]?[0-9]{1,5}", points):
        return points
    return str(-int(points))
