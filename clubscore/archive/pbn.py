"""Rubbers in PBN 2.1 (Portable Bridge Notation), for bridge programs, in PBN's import format.

ScoreRubber and ScoreRubberHistory are supplemental tags of PBN. ScoreRubber has the points of both sides,
above and below the line. ScoreRubberHistory has the points before the deal, with those below the line separately for
each game of the rubber. PBN does not know royal auction.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from functools import cache

from django.conf import settings
from django.utils.text import slugify

from clubscore.archive.rubber_export import ExportedVersion, RubberExport
from clubscore.web.clock import on_the_clock
from scoring import Deal, ScoredDeal, ScoreLine, Seat, Sheet, Side, State, Where

HEADING = "% PBN 2.1\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: Clubscore\n\n"
SCORING = {"contract": "Rubber", "chicago": "Chicago"}
VULNERABLE = {(): "None", (Side.NS,): "NS", (Side.EW,): "EW", (Side.NS, Side.EW): "All"}
GENERATOR = "Clubscore"
LONGEST_LINE = 255


def games_of(exported: RubberExport) -> Iterator[str]:
    """The PBN text of each current deal, followed by an empty line.

    Yields nothing if the rubber cannot be scored, or if it is a kind of bridge that PBN does not know.
    """
    sheet = exported.sheet
    if sheet is None or sheet.system not in SCORING:
        return
    for place, (_, scored, version) in enumerate(exported.current):
        tags = _tags(exported, sheet, version, scored, place)
        lines = [f'[{name} "{_text(value)}"]' for name, value in tags]
        yield (
            "\n".join([*lines, *_comments(version, scored.deal, sheet, place)]) + "\n\n"
        )


def _tags(
    exported: RubberExport,
    sheet: Sheet,
    version: ExportedVersion,
    scored: ScoredDeal,
    place: int,
) -> Iterator[tuple[str, str]]:
    """The mandatory tags of a deal without the cards, then the supplemental tags in the order of their names.

    `place` is the index of the deal on the sheet.
    """
    yield from _mandatory(exported, sheet, version, scored)
    rubber = exported.rubber
    row = version.row
    recorded_at = row.recorded_at
    is_last = place == len(sheet.deals) - 1
    lines = [*scored.lines, *sheet.closing] if is_last else scored.lines
    is_abandoned = is_last and sheet.state is State.UNFINISHED
    yield "Application", GENERATOR
    yield "Competition", SCORING[sheet.system]
    yield "DealId", f"{_slug(settings.CLUB_NAME)}/R{rubber.pk:06}/D{row.number:02}"
    yield "Generator", GENERATOR
    yield "Mode", "TABLE"
    yield "Round", f"{exported.number}.{version.called.number}"
    yield "ScoreRubber", _score(lines)
    if sheet.system == "contract":
        yield "ScoreRubberHistory", _history(sheet.deals[:place], scored.game)
    if exported.season:
        yield "Stage", exported.season
    yield "Table", rubber.table.name
    yield "Termination", "abandoned" if is_abandoned else "normal"
    yield "Time", f"{on_the_clock(recorded_at):%H:%M:%S}"
    yield "UTCDate", f"{recorded_at.astimezone(UTC):%Y.%m.%d}"
    yield "UTCTime", f"{recorded_at.astimezone(UTC):%H:%M:%S}"


def _mandatory(
    exported: RubberExport,
    sheet: Sheet,
    version: ExportedVersion,
    scored: ScoredDeal,
) -> Iterator[tuple[str, str]]:
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


def _score(lines: Sequence[ScoreLine]) -> str:
    """The value of the tag ScoreRubber: the points of both sides above and below the line, as in `NS 60/360 EW 0/0`."""
    parts = []
    for side in Side:
        above = _sum(lines, side, Where.ABOVE)
        below = _sum(lines, side, Where.BELOW)
        parts.append(f"{side} {above}/{below}")
    return " ".join(parts)


def _history(before: Iterable[ScoredDeal], game: int) -> str:
    """The value of the tag ScoreRubberHistory, such as `NS 0 360/60 0 EW 0 30/100 0`: each side's points before a deal.

    They are the points carried in, those above the line, and those below the line in each game up to `game`. The points
    carried in are 0, because partners change after a rubber. `before` are the deals before this one.
    """
    above: Counter[Side] = Counter()
    below: Counter[tuple[Side, int]] = Counter()
    for scored in before:
        for side in Side:
            above[side] += _sum(scored.lines, side, Where.ABOVE)
            below[side, scored.game] += _sum(scored.lines, side, Where.BELOW)
    parts = []
    for side in Side:
        games = " ".join(str(below[side, number]) for number in range(1, game + 1))
        parts.append(f"{side} 0 {above[side]}/{games}")
    return " ".join(parts)


def _sum(lines: Iterable[ScoreLine], side: Side, where: Where) -> int:
    return sum(
        line.points for line in lines if line.side is side and line.where is where
    )


def _comments(
    version: ExportedVersion, facts: Deal, sheet: Sheet, place: int
) -> Iterator[str]:
    """Comments for facts without a PBN tag: honours, transferred tricks, versions, signatures, the note."""
    facts_in_json = {
        "honours": {seat.value: held for seat, held in facts.honours},
        "transferred": {side.value: tricks for side, tricks in facts.transferred},
        "version": version.row.version,
        "agreed_by": version.signed_by,
    }
    if sheet.system == "chicago":
        facts_in_json["carried"] = _carried(sheet, place)
    present = {name: value for name, value in facts_in_json.items() if value}
    yield f"; {json.dumps(present)}"
    if facts.note:
        yield f"; note: {_text(facts.note)}"[:LONGEST_LINE]


def _carried(sheet: Sheet, place: int) -> dict[str, int]:
    """The part scores of each side before this deal, in the game of the deal. Sides without points are left out.

    `place` is the index of the deal on the sheet. Empty if the rules of the rubber do not carry part scores.
    """
    if sheet.rules.as_json()["partscores"] != "carry":
        return {}
    game = sheet.deals[place].game
    earlier = [scored for scored in sheet.deals[:place] if scored.game == game]
    carried = {}
    for side in Side:
        points = sum(_sum(scored.lines, side, Where.BELOW) for scored in earlier)
        if points:
            carried[side.value] = points
    return carried


def _text(value: str) -> str:
    """The text on one line, with quotes and backslashes escaped by the rules of PBN."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
