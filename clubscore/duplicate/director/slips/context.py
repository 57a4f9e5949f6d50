"""The slips as they were read: each line with its result and its score, or with what is wrong."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from clubscore.duplicate.director.slips.eyes import require_may_enter
from clubscore.duplicate.director.slips.reading import SlipLine
from clubscore.duplicate.director.slips.services import Slip
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, board_desk
from clubscore.duplicate.outcomes.outcome_words import in_short
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.play.entering.refusals import (
    require_change,
    require_recordable,
)
from clubscore.languages.spoken import refusal_told, told
from clubscore.refusals import Refused
from scoring import ScoringError
from scoring.duplicate import score_board
from scoring.words import deal_in_words

NO_KEY = UUID(int=0)
"""The key of an entry that is only looked at."""


@dataclass(frozen=True)
class SlipRead:
    """A line of the slips as the page reads it back."""

    line: SlipLine
    error: str = ""
    """What is wrong with the line; empty if nothing is."""
    table: str = ""
    pairs: str = ""
    """The players of North-South and of East-West."""
    words: str = ""
    score: int = 0
    """The score of North-South."""
    version: int = 0
    """The version of the recorded result; 0 if there is none."""
    recorded: str = ""
    """The recorded result in short, if it is another one."""
    is_same: bool = False
    """True if the same result is recorded already."""
    is_replaced: bool = False
    """True if the director has said that this line replaces the recorded result."""

    @property
    def mark(self) -> str:
        """The value of the box with which the director replaces the recorded result."""
        assert self.line.slot
        place = "-".join(map(str, self.line.slot))
        return f"{place}-{self.version}"

    @property
    def is_to_record(self) -> bool:
        """True if the line is recorded: it has a new result, or one that replaces another."""
        is_kept = self.recorded and not self.is_replaced
        return not (self.error or self.is_same or is_kept)

    @property
    def slip(self) -> Slip:
        """The result of a line without an error, for the service."""
        line = self.line
        assert line.slot and line.facts
        return Slip(line.slot, line.facts, line.lead, self.version)


def read_back(
    whole: SessionDesk,
    lines: Iterable[SlipLine],
    replaced: Container[str],
    now: datetime,
) -> list[SlipRead]:
    """The lines as the page reads them back. `replaced` has the marks of the results that are to be replaced."""
    return [_read(whole, line, replaced, now) for line in lines]


def _read(
    whole: SessionDesk, line: SlipLine, replaced: Container[str], now: datetime
) -> SlipRead:
    """A line with its place, its result and its score, or with the reason why it cannot be recorded."""
    if line.slot is None or line.facts is None:
        return SlipRead(line, error=line.error)
    table = ""
    try:
        desk = board_desk(whole, line.slot)
        table = desk.at.table
        require_may_enter(desk)
        read = _compared(desk, line, now)
    except Refused as refusal:
        return SlipRead(line, error=str(refusal), table=table)
    except ScoringError as refusal:
        return SlipRead(line, error=refusal_told(refusal), table=table)
    if read.recorded and read.mark in replaced:
        return SlipRead(**{**vars(read), "is_replaced": True})
    return read


def _compared(desk: BoardDesk, line: SlipLine, now: datetime) -> SlipRead:
    """A line beside the recorded result of its board.

    Raises Refused or ScoringError if the result cannot be recorded.
    """
    at, facts = desk.at, line.facts
    assert facts
    results = desk.whole.results
    result = results.get(desk.slot)
    entry = ResultEntry(facts, line.lead, 0, NO_KEY)
    is_same = result is not None and entry.agrees_with(result.play)
    version, recorded = 0, ""
    if not is_same:
        require_recordable(desk, results, entry, now)
    if result:
        version = result.play.version
    if result and not is_same:
        require_change(desk, result, facts)
        recorded = in_short(result.play.facts)
    return SlipRead(
        line,
        table=at.table,
        pairs=at.pairs,
        words=told(deal_in_words(facts, at.names)),
        score=score_board(desk.slot.board, facts).score,
        version=version,
        recorded=recorded,
        is_same=is_same,
    )


def counts(read: Iterable[SlipRead]) -> dict[str, int]:
    """The number of lines that are recorded, that keep another recorded result, and that are wrong."""
    numbers = {"to_record": 0, "kept": 0, "wrong": 0}
    for each in read:
        numbers["to_record"] += each.is_to_record
        numbers["wrong"] += bool(each.error)
        numbers["kept"] += bool(each.recorded and not each.is_replaced)
    return numbers
