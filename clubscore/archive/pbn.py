"""Rubbers in PBN 2.1 (Portable Bridge Notation), for bridge programs: one game a deal, in the import format.

The tags ScoreRubber and ScoreRubberHistory are those of its chapter on supplemental tags: points of both sides, above
and below the line; the history says what stood when the deal began, below the line game by game. Royal auction has no
PBN.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC
from functools import cache

from django.conf import settings
from django.utils.text import slugify

from clubscore.archive.rubber_export import RubberExport, Version
from clubscore.web.clock import on_the_clock
from scoring import Deal, ScoredDeal, ScoreLine, Seat, Sheet, Side, State, Where

HEADING = "% PBN 2.1\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Clubscore\n\n"
SCORING = {"contract": "Rubber", "chicago": "Chicago"}
VULNERABLE = {(): "None", (Side.NS,): "NS", (Side.EW,): "EW", (Side.NS, Side.EW): "All"}
GENERATOR = "Clubscore"
LONGEST_LINE = 255


def games_of(exported: RubberExport) -> Iterator[str]:
    """A game for each deal that stands, with the empty line after it. None in games that PBN does not know."""
    sheet = exported.sheet
    if sheet is None or sheet.system not in SCORING:
        return
    for place, (_, scored, version) in enumerate(exported.current):
        tags = _tags(exported, sheet, version, scored, place)
        lines = [f'[{name} "{_text(value)}"]' for name, value in tags]
        yield "\n".join([*lines, *_comments(version, scored.deal, sheet, place)]) + "\n\n"


def _tags(
    exported: RubberExport, sheet: Sheet, version: Version, scored: ScoredDeal, place: int
) -> Iterator[tuple[str, str]]:
    """The fifteen of every game but the cards, then the supplemental ones by name."""
    yield from _mandatory(exported, sheet, version, scored)
    rubber, is_last = exported.rubber, place == len(sheet.deals) - 1
    row, at = version.row, version.row.recorded_at
    yield "Application", GENERATOR
    yield "Competition", SCORING[sheet.system]
    yield "DealId", f"{_slug(settings.CLUB_NAME)}/R{rubber.pk:06}/D{row.number:02}"
    yield "Generator", GENERATOR
    yield "Mode", "TABLE"
    yield "Round", f"{exported.number}.{version.called.number}"
    yield "ScoreRubber", _score([*scored.lines, *(sheet.closing if is_last else ())])
    if sheet.system == "contract":
        yield "ScoreRubberHistory", _history(sheet.deals[:place], scored.game)
    if exported.season:
        yield "Stage", exported.season
    yield "Table", rubber.table.name
    yield "Termination", "abandoned" if is_last and sheet.state is State.UNFINISHED else "normal"
    yield "Time", f"{on_the_clock(at):%H:%M:%S}"
    yield "UTCDate", f"{at.astimezone(UTC):%Y.%m.%d}"
    yield "UTCTime", f"{at.astimezone(UTC):%H:%M:%S}"


def _mandatory(exported: RubberExport, sheet: Sheet, version: Version, scored: ScoredDeal) -> Iterator[tuple[str, str]]:
    deal = scored.deal
    yield "Event", settings.CLUB_NAME
    yield "Site", ""
    yield "Date", f"{exported.day:%Y.%m.%d}"
    yield "Board", str(version.called.number)
    for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
        yield seat.word, version.seats[seat].name
    yield "Dealer", scored.dealer.value
    yield "Vulnerable", VULNERABLE[scored.vulnerable]
    yield "Scoring", SCORING[sheet.system]
    yield "Declarer", deal.declarer.value if deal.declarer else ""
    yield "Contract", str(deal.contract) if deal.contract else "Pass"
    yield "Result", "" if deal.tricks is None else str(deal.tricks)


@cache
def _slug(name: str) -> str:
    return slugify(name) or "club"


def _score(lines: list[ScoreLine]) -> str:
    """`NS 60/360 EW 0/0`: above and below the line, both sides always."""
    return " ".join(f"{side} {_sum(lines, side, Where.ABOVE)}/{_sum(lines, side, Where.BELOW)}" for side in Side)


def _history(before: Iterable[ScoredDeal], game: int) -> str:
    """`NS 0 360/60 0 EW 0 30/100 0`: nothing carried in, above the line, below it in each game up to this one.

    Partners change after a rubber, so nothing is carried in from the one before.
    """
    earlier = list(before)

    def history_of(side: Side) -> str:
        above = sum(_sum(scored.lines, side, Where.ABOVE) for scored in earlier)
        below = [
            sum(_sum(scored.lines, side, Where.BELOW) for scored in earlier if scored.game == each)
            for each in range(1, game + 1)
        ]
        return f"{side} 0 {above}/{' '.join(map(str, below))}"

    return " ".join(history_of(side) for side in Side)


def _sum(lines: Iterable[ScoreLine], side: Side, where: Where) -> int:
    return sum(line.points for line in lines if line.side is side and line.where is where)


def _comments(version: Version, facts: Deal, sheet: Sheet, place: int) -> Iterator[str]:
    """Comments for facts without a PBN tag: honours, transferred tricks, versions, signatures, the note."""
    facts_in_json = {
        "honours": {seat.value: held for seat, held in facts.honours},
        "transferred": {side.value: tricks for side, tricks in facts.transferred},
        "version": version.row.version,
        "agreed_by": version.signed_by,
    }
    if sheet.system == "chicago":
        facts_in_json["carried"] = _carried(sheet, place)
    yield f"; {json.dumps({name: value for name, value in facts_in_json.items() if value})}"
    if facts.note:
        yield f"; note: {_text(facts.note)}"[:LONGEST_LINE]


def _carried(sheet: Sheet, place: int) -> dict[str, int]:
    """Part scores toward a game before this deal: in Chicago vulnerability does not tell how many games there were."""
    if sheet.rules.as_json()["partscores"] != "carry":
        return {}
    game = sheet.deals[place].game
    sums = {
        side.value: sum(_sum(scored.lines, side, Where.BELOW) for scored in sheet.deals[:place] if scored.game == game)
        for side in Side
    }
    return {side: points for side, points in sums.items() if points}


def _text(value: str) -> str:
    """On one line, with quotes and backslashes escaped as PBN has it."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
