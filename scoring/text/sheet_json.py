"""Writes a sheet as plain lists and mappings, in a stable format for other programs."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.duplicate import BoardScore
from scoring.sheet import NextDeal, ScoredDeal, ScoreLine, Sheet
from scoring.values import Side

Json = dict[str, Any]


def sheet_as_json(sheet: Sheet) -> Json:
    """The sheet as values for ``json.dumps``; the keys and their order are stable."""
    return {
        "system": sheet.system,
        "rules": sheet.rules.as_json(),
        "deals": [scored_deal_as_json(scored) for scored in sheet.deals],
        "closing": [_line(line) for line in sheet.closing],
        "games": _by_side(sheet.games),
        "partscore": _by_side(sheet.partscore),
        "totals": {side.value: sheet.totals[side]._asdict() for side in Side},
        "state": sheet.state.value,
        "winner": _side(sheet.winner),
        "margin": sheet.margin,
        "next": _next(sheet.next),
    }


def scored_deal_as_json(scored: ScoredDeal) -> Json:
    """The JSON of a scored deal: one element of the list "deals" of a sheet."""
    return {
        "number": scored.number,
        "deal": str(scored.deal),
        "dealer": scored.dealer.value,
        "vulnerable": _sides(scored.vulnerable),
        "lines": [_line(line) for line in scored.lines],
        "game_won_by": _side(scored.game_won_by),
    }


def board_as_json(scored: BoardScore) -> Json:
    """The JSON of a result on a duplicate board; "score" is in points as North-South see it."""
    return {
        "board": scored.board,
        "dealer": scored.dealer.value,
        "vulnerable": _sides(scored.vulnerable),
        "deal": str(scored.deal),
        "score": scored.score,
    }


def _line(line: ScoreLine) -> Json:
    return {
        "side": line.side.value,
        "where": line.where.value,
        "points": line.points,
        "kind": line.kind.value,
        "law": line.law,
        "text": line.text,
    }


def _by_side(counts: Mapping[Side, int]) -> Json:
    return {side.value: counts[side] for side in Side}


def _sides(sides: Iterable[Side]) -> list[str]:
    return [side.value for side in sides]


def _side(side: Side | None) -> str | None:
    if side is None:
        return None
    return side.value


def _next(deal: NextDeal | None) -> Json | None:
    if deal is None:
        return None
    return {
        "number": deal.number,
        "dealer": deal.dealer.value,
        "vulnerable": _sides(deal.vulnerable),
    }
