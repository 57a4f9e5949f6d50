"""Reads the tables of a BWS file, the Access database of Bridgemates and of programs like them.

The tables are given as rows: this module does not open the file. It prints no awards, so nothing can be compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, NoReturn

from scoring.duplicate.board import parse_board
from scoring.duplicate.outcomes import Outcome
from scoring.errors import InvalidHands, ScoringError
from scoring.hands.layout import DealtBoard
from scoring.said import said
from scoring.text.hands.deal_tag import parse_deal_text
from scoring.text.lines import InvalidLine
from scoring.text.reading.outcome_words import artificial_score, read_lead, read_outcome
from scoring.text.reading.printed import (
    PrintedPlay,
    PrintedSession,
    on_one_line,
    printed_day,
)
from scoring.text.reading.roster import Roster
from scoring.values import Seat, Side

RESULTS: Final = "ReceivedData"
TABLES: Final = (
    RESULTS,
    "Section",
    "RoundData",
    "PlayerNumbers",
    "Session",
    "HandRecord",
)
"""The tables that are read; only the first must be there."""
_NOTHING: Final = ("", "0", "none")
_TRUE: Final = ("true", "1", "-1", "yes")
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_CLEARED: Final = str.maketrans("", "", " -,.")
Rows = Sequence[Mapping[str, object]]
_At = tuple[str, str, str]
"""A section, a table and a round, as the file writes them."""


class _Row(NamedTuple):
    """A row of a table: its texts by the names of their columns in small letters, and its number."""

    table: str
    number: int
    cells: Mapping[str, str]

    def text(self, name: str) -> str:
        """The text of a column; empty for nothing and for nought."""
        text = self.cells.get(name, "")
        return "" if text.lower() in _NOTHING else text

    def at(self) -> _At:
        """The section, table and round of the row."""
        return self.text("section"), self.text("table"), self.text("round")

    def refuse(self, message: str) -> NoReturn:
        """Refuse the row.

        Raises:
            InvalidLine: always, with the table and the number of the row.
        """
        form = "{table}, row {number}: {message}"
        raise InvalidLine(
            said(form, table=self.table, number=self.number, message=message),
            line=self.number,
            column=1,
        )


def read_bws(
    tables: Mapping[str, Rows], *, scoring: str = "matchpoints"
) -> PrintedSession:
    """The session in the tables of a BWS file, by their names. The file does not say its scoring.

    Raises:
        InvalidLine: for the first mistake; its line is the number of the row, and the sentence names the table.
    """
    reader = _Reader({name: list(_rows(name, tables.get(name, ()))) for name in TABLES})
    reader.read_results()
    if not reader.plays:
        message = said("There is no result in the table {table}.", table=RESULTS)
        raise InvalidLine(message, line=1, column=1)
    reader.name_players()
    winners = 2 if reader.separate else 1
    about = next(iter(reader.tables["Session"]), _Row("Session", 1, {}))
    return PrintedSession(
        name=on_one_line(about.text("name")),
        scoring=scoring,
        entries=tuple(reader.roster.entries.values()),
        plays=tuple(reader.plays.values()),
        day=printed_day(about.text("date")),
        winners=winners,
        sections=tuple(dict.fromkeys(play.section for play in reader.plays.values())),
        hands=tuple(reader.hands()),
    )


def unreadable_bws() -> InvalidLine:
    """The exception for a file from which the tables cannot be taken."""
    return InvalidLine("This BWS file cannot be read.", line=1, column=1)


class _Reader:
    def __init__(self, tables: Mapping[str, list[_Row]]) -> None:
        self.tables = tables
        self.roster = Roster()
        self.plays: dict[tuple[_At, int], PrintedPlay] = {}
        """The plays by section, table, round and board: a later row corrects an earlier one."""
        self.letters = {
            row.text("id"): row.text("letter") or row.text("id")
            for row in tables["Section"]
        }
        rows = [row for row in tables[RESULTS] if not _is_erased(row)]
        self.rows = rows
        self.separate = _has_own_numbers(rows)
        """True if North-South and East-West have numbers of their own, so that both have a pair 1."""

    def read_results(self) -> None:
        """Read the results. Raises InvalidLine."""
        for row in self.rows:
            try:
                board = parse_board(row.text("board"))
                outcome = _outcome(board, row)
            except InvalidLine:
                raise
            except ScoringError as refusal:
                row.refuse(refusal.message)
            if outcome is None:
                continue
            ns, ew, south, west = self._seats(row)
            self.plays[row.at(), board] = PrintedPlay(
                board,
                ns,
                ew,
                outcome,
                south=south,
                west=west,
                section=self._section(row),
                round=_number(row.text("round")),
                lead=read_lead(row.text("leadcard")),
                line=row.number,
            )

    def _seats(self, row: _Row) -> tuple[int, int, int | None, int | None]:
        """The entries in North, East, South and West; the last two only in an individual. Raises InvalidLine."""
        texts = [row.text(name) for name in ("pairns", "pairew", "south", "west")]
        if not texts[0] or not texts[1]:
            row.refuse("The pairs are missing.")
        is_individual = bool(texts[2] and texts[3])
        ns = self._entry(row, texts[0], Side.NS, is_individual=is_individual)
        ew = self._entry(row, texts[1], Side.EW, is_individual=is_individual)
        if not is_individual:
            return ns, ew, None, None
        south = self._entry(row, texts[2], Side.NS, is_individual=True)
        west = self._entry(row, texts[3], Side.EW, is_individual=True)
        return ns, ew, south, west

    def _entry(self, row: _Row, label: str, side: Side, *, is_individual: bool) -> int:
        line = side if self.separate and not is_individual else None
        return self.roster.found_or_added(label, self._section(row), side, line)

    def _section(self, row: _Row) -> str:
        section = row.text("section")
        return self.letters.get(section, section)

    def name_players(self) -> None:
        """Give the entries the names of the players who sat at their tables in the first round."""
        seated: dict[tuple[str, str], _Row] = {}
        for row in [*self.tables["RoundData"], *self.rows]:
            if row.text("round") == "1":
                seated.setdefault((row.text("section"), row.text("table")), row)

        named: dict[int, dict[Seat, tuple[str, str]]] = {}
        for player in self.tables["PlayerNumbers"]:
            if player.text("round") not in ("", "1"):
                continue
            at = seated.get((player.text("section"), player.text("table")))
            seat = _seat(player.text("direction"))
            if at is None or seat is None:
                continue
            number = self._at_seat(at, seat)
            name, national = player.text("name"), player.text("number")
            if number is not None and (name or national):
                named.setdefault(number, {})[seat] = on_one_line(name), national

        for number, players in named.items():
            in_order = [players[seat] for seat in Seat if seat in players]
            self.roster.entries[number] = self.roster.entries[number]._replace(
                names=tuple(name for name, _ in in_order),
                national_ids=tuple(national for _, national in in_order),
            )

    def _at_seat(self, row: _Row, seat: Seat) -> int | None:
        """The entry at a seat of a table in the first round."""
        section = self._section(row)
        if seat in (Seat.SOUTH, Seat.WEST) and row.text(seat.name.lower()):
            return self.roster.find(row.text(seat.name.lower()), section, None)
        side = seat.side
        label = row.text(f"pair{side.lower()}") or row.text(f"{side.lower()}pair")
        return self.roster.find(label, section, side) if label else None

    def hands(self) -> Iterator[DealtBoard]:
        """Yield the boards with cards in the order of their numbers. Raises InvalidLine for cards that cannot be."""
        dealt: dict[int, DealtBoard] = {}
        for row in self.tables["HandRecord"]:
            hands = []
            for seat in Seat:
                suits = [row.text(f"{seat.name.lower()}{suit}") for suit in _SUITS]
                hands.append(".".join(suit.translate(_CLEARED) for suit in suits))
            if all(hand == "..." for hand in hands):
                continue
            try:
                number = parse_board(row.text("board"))
                layout = parse_deal_text(f"N:{' '.join(hands)}")
            except (InvalidHands, ScoringError) as refusal:
                row.refuse(refusal.message)
            dealt.setdefault(number, DealtBoard(number, layout))
        for number in sorted(dealt):
            yield dealt[number]


def _rows(table: str, rows: Iterable[Mapping[str, object]]) -> Iterator[_Row]:
    for number, row in enumerate(rows, 1):
        cells = {}
        for name, value in row.items():
            text = "" if value is None else str(value).strip()
            cells[str(name).strip().lower()] = text[:200]
        yield _Row(table, number, cells)


def _is_erased(row: _Row) -> bool:
    return row.text("erased").lower() in _TRUE


def _has_own_numbers(rows: Iterable[_Row]) -> bool:
    """True if a number sits North-South and East-West in one round of a section."""
    seen: dict[tuple[str, str, str], str] = {}
    for row in rows:
        if row.text("south") and row.text("west"):
            continue
        for side in ("pairns", "pairew"):
            key = row.text("section"), row.text("round"), row.text(side)
            if key[2] and seen.setdefault(key, side) != side:
                return True
    return False


def _outcome(board: int, row: _Row) -> Outcome | None:
    """The outcome of a row; None if it has none. Raises InvalidOutcome."""
    remarks = row.text("remarks")
    if remarks.replace(" ", "").upper() == "NOTPLAYED":
        return read_outcome(board, "NP", "", "", "").outcome
    artificial = artificial_score(remarks)
    if artificial is not None:
        return artificial
    result = row.text("result")
    return read_outcome(
        board, row.text("contract"), row.text("ns/ew"), result, ""
    ).outcome


def _seat(text: str) -> Seat | None:
    for seat in Seat:
        if text.upper()[:1] == seat.value:
            return seat
    return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
