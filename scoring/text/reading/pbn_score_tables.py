"""The tables of a PBN session: a ScoreTable for each board, and a TotalScoreTable with the ranking."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.rounding import half_away
from scoring.duplicate.outcomes import (
    Artificial,
    NotPlayed,
    Outcome,
    Played,
    Split,
    single,
)
from scoring.errors import InvalidContest, ScoringError
from scoring.said import said
from scoring.text.hands.pbn_tags import PbnText, Tag
from scoring.text.lines import InvalidLine
from scoring.text.reading.outcome_words import ReadOutcome, read_lead, read_outcome
from scoring.text.reading.pbn_scoring import pbn_scoring
from scoring.text.reading.pbn_tables import TableRow, names_of, table_rows
from scoring.text.reading.printed import (
    PrintedNumber,
    PrintedPlay,
    on_one_line,
    printed_number,
    printed_place,
)
from scoring.text.reading.roster import Roster
from scoring.values import Side

MOST_PLAYS: Final = 100_000
_AWARDS: Final = ("mp", "imp", "percentage")
_LINES: Final = {"NS": Side.NS, "N-S": Side.NS, "EW": Side.EW, "E-W": Side.EW}
_TOTALS: Final = ("TotalMP", "TotalIMP", "TotalVP", "TotalScore", "Total")
_PERCENTS: Final = ("MeanPercentage", "Percentage")
_IMPS_OF_PERCENT: Final = {3: 60, 0: 50, -3: 40}


class TableReader:
    """A reader of the tables of one session. The ranking is read first, because it has the pairs."""

    def __init__(self, text: PbnText, words: str) -> None:
        self.roster = Roster()
        self.plays: list[PrintedPlay] = []
        self.notes: list[str] = []
        self._text = text
        self._words = words
        self._columns: set[str] = set()
        self._has_lines = False

    @property
    def scoring(self) -> str:
        """The scoring of the session as a value of the rule."""
        return pbn_scoring(self._words, self._columns).scoring

    @property
    def other_scorings(self) -> tuple[str, ...]:
        """Other values that the words of the file may mean."""
        return pbn_scoring(self._words, self._columns).others

    @property
    def has_victory_points(self) -> bool:
        """True if the ranking has victory points."""
        return "totalvp" in self._columns

    @property
    def awards_are_percentages(self) -> bool:
        """True if the tables have awards in per cent alone."""
        return (
            "percentage_ns" in self._columns and not {"mp_ns", "imp_ns"} & self._columns
        )

    def totals(self, tag: Tag) -> None:
        """Read the ranking. Raises InvalidLine for a pair that it has twice.

        If it has numbers twice and no directions, the first pair with a number is of North-South.
        """
        rows = list(table_rows(self._text, tag))
        labels = Counter(_label(row) for row in rows)
        for row in rows:
            self._columns |= row.cells.keys()
            label = _label(row)
            if not label:
                continue
            line = _LINES.get(row.text("Direction").upper())
            if line is None and labels[label] == 2 and "direction" not in row.cells:
                known = self.roster.find(label, row.text("Section"), None)
                line = Side.NS if known is None else Side.EW
            try:
                number = self.roster.add(label, row.text("Section"), line)
            except InvalidContest as refusal:
                raise InvalidLine(refusal.message, line=row.line, column=1) from None
            self.roster.entries[number] = self.roster.entries[number]._replace(
                names=names_of(on_one_line(row.text("Names"))),
                place=printed_place(row.text("Rank")),
                score=printed_number(row.text(*_TOTALS)),
                percent=printed_number(row.text(*_PERCENTS)),
            )

    def tables(self, tables: Iterable[tuple[int, Tag, str]]) -> None:
        """Read the results of boards. Each table has the number of its board, its tag, and its section.

        If a pair would play against itself, the numbers of North-South and of East-West are those of different pairs.

        Raises:
            InvalidLine: for a row that cannot be read.
        """
        read = []
        count = 0
        for board, tag, section in tables:
            rows = list(table_rows(self._text, tag))
            read.append((board, section, rows))
            count += len(rows)
            if count > MOST_PLAYS:
                tag.refuse(said("A file has at most {most} results.", most=MOST_PLAYS))
            for row in rows:
                self._columns |= row.cells.keys()
                ns, ew = row.text("PairId_NS"), row.text("PairId_EW")
                self._has_lines |= bool(ns) and ns == ew
        for board, section, rows in read:
            self._table(board, section, rows)

    def _table(self, board: int, section: str, rows: Sequence[TableRow]) -> None:
        """Read the results of one board. Raises InvalidLine."""
        top = Fraction(0)
        for row in rows:
            ns, ew = _awards(row)
            if ns and ew and not row.artificial:
                top = max(top, ns.value + ew.value)

        for row in rows:
            try:
                self._row(board, row, section, top)
            except InvalidLine:
                raise
            except ScoringError as refusal:
                raise InvalidLine(refusal.message, line=row.line, column=1) from None

    def _row(self, board: int, row: TableRow, section: str, top: Fraction) -> None:
        """Read one result; ``top`` is the sum of both awards of the others. Raises ScoringError."""
        own_section = row.text("Section") or section
        ns = self._pair(row, own_section, Side.NS)
        ew = self._pair(row, own_section, Side.EW)
        ns_award, ew_award = _awards(row)
        read = _outcome(board, row)
        outcome = read.outcome
        if outcome is None:
            outcome = self._by_awards(row, top)
        self.plays.append(
            PrintedPlay(
                board,
                ns,
                ew,
                outcome,
                ns_award,
                ew_award,
                section=own_section,
                lead=read_lead(row.text("Lead")),
                line=row.line,
                doubt=read.doubt,
            )
        )

    def _pair(self, row: TableRow, section: str, side: Side) -> int:
        """The pair that a row names. Raises InvalidLine if it names none."""
        names = on_one_line(row.text(f"Names_{side}"))
        label = on_one_line(row.text(f"PairId_{side}", f"TeamId_{side}")) or names
        if not label:
            raise InvalidLine(
                "This row names no pair: it has no PairId_NS and PairId_EW.",
                line=row.line,
                column=1,
            )
        line = side if self._has_lines else None
        number = self.roster.found_or_added(label, section, side, line)
        entry = self.roster.entries[number]
        if names and not entry.names:
            self.roster.entries[number] = entry._replace(names=names_of(names))
        return number

    def _by_awards(self, row: TableRow, top: Fraction) -> Outcome:
        """The outcome of a row without a result: an artificial score by its awards, if that is possible."""
        percents = []
        for ending in ("ns", "ew"):
            percent = printed_number(row.text(f"percentage_{ending}"))
            points = printed_number(row.text(f"mp_{ending}"))
            imps = printed_number(row.text(f"imp_{ending}"))
            value = None
            if percent is not None:
                value = int(half_away(percent.value, 0))
            elif points is not None and top:
                value = int(half_away(100 * points.value / top, 0))
            elif imps is not None and imps.value.denominator == 1:
                value = _IMPS_OF_PERCENT.get(int(imps.value))
            if value is None or not 0 <= value <= 100:
                return NotPlayed()
            percents.append(value)
        if not row.artificial:
            form = "Line {line}: there is no result, so it counts as {ns} % and {ew} % by its points."
            self.notes.append(said(form, line=row.line, ns=percents[0], ew=percents[1]))
        return Artificial(percents[0], percents[1])


def _label(row: TableRow) -> str:
    """The number of the pair that a row of the ranking has; its names without one."""
    return on_one_line(row.text("PairId", "TeamId", "Names"))


def _awards(row: TableRow) -> tuple[PrintedNumber | None, PrintedNumber | None]:
    """The awards of both sides: points, or percentages if there are no points."""
    for kind in _AWARDS:
        ns = printed_number(row.text(f"{kind}_ns"))
        ew = printed_number(row.text(f"{kind}_ew"))
        if ns is not None or ew is not None:
            return ns, ew
    return None, None


def _outcome(board: int, row: TableRow) -> ReadOutcome:
    """The outcome of a row; without one if it has neither contract nor score. Raises InvalidOutcome."""
    ns, ew = _points(row.text("Score_NS")), _points(row.text("Score_EW"))
    score = ""
    if ns and ew and int(ns) != -int(ew):
        return ReadOutcome(Split(single(int(ns)), single(int(ew))))
    if ns is not None and (ns or ew is None):
        score = str(ns)
    elif ew is not None:
        score = str(-ew)
    return read_outcome(
        board, row.text("Contract"), row.text("Declarer"), row.text("Result"), score
    )


def _points(text: str) -> int | None:
    """The points that a cell has, as its side sees them; None for an empty cell. Raises InvalidOutcome."""
    if not text:
        return None
    outcome = read_outcome(1, "", "", "", text).outcome
    if isinstance(outcome, Played):
        return outcome.points
    return None
