"""The result of a contest as plain lists and mappings: a stable format for other programs.

Numbers that need not be whole are texts: decimal numbers under a rounding rule, else fractions; percentages have two
decimals.
"""

from typing import Any

from scoring.contest import Award, Result, Row, ScoredSlot
from scoring.contest.rounding import as_number, two_decimals
from scoring.duplicate.outcome_line import outcome_line
from scoring.duplicate.outcomes import Artificial, Outcome, Played, Split

Json = dict[str, Any]


def result_as_json(result: Result) -> Json:
    """The lists and awards as values for ``json.dumps``; names and their order are stable."""
    rounding = result.rules.rounding
    return {
        "lists": [{"name": each.name, "rows": [_row(row, rounding) for row in each.rows]} for each in result.lists],
        "awards": [scored_slot_as_json(scored, rounding) for scored in result.slots],
    }


def scored_slot_as_json(scored: ScoredSlot, rounding: str) -> Json:
    """One element of "awards"."""
    slot = scored.slot
    return {
        "board": slot.board,
        "ns": slot.ns,
        "ew": slot.ew,
        "score": score_of(slot.outcome),
        "ns_award": _points(scored.ns, rounding),
        "ew_award": _points(scored.ew, rounding),
        "why": reasons(scored),
    }


def score_of(outcome: Outcome) -> int | str:
    """The points of North-South; of an outcome that has none its text, such as A++ or NP."""
    return outcome.points if isinstance(outcome, Played) else outcome_line(outcome)


def reasons(scored: ScoredSlot) -> list[str]:
    """The steps to the award of North-South; those of East-West too where theirs is not the rest of the top."""
    ns, ew = scored.ns, scored.ew
    if ns is None or ew is None:  # both, as nobody is awarded half of a comparison
        return ["not played"]
    if not isinstance(scored.slot.outcome, Artificial | Split) and ns.exact + ew.exact == ns.top:
        return list(ns.steps)
    return [*(f"N-S: {step}" for step in ns.steps), *(f"E-W: {step}" for step in ew.steps)]


def _row(row: Row, rounding: str) -> Json:
    return {
        "place": row.place,
        "tied": row.is_tied,
        "entry": row.entry,
        "score": as_number(row.score, rounding),
        "max": str(row.top) if row.top else None,
        "percent": None if row.percent is None else two_decimals(row.percent),
        "boards": row.boards,
    }


def _points(award: Award | None, rounding: str) -> str | None:
    return None if award is None else as_number(award.points, rounding)
