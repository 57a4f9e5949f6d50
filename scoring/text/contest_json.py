"""The result of a contest as plain lists and mappings: a stable format for other programs.

Numbers that need not be whole are texts: decimal numbers under a rounding rule, otherwise fractions; percentages have
two decimals.
"""

from typing import Any

from scoring.contest import Award, RankedList, RankedRow, Result, ScoredSlot
from scoring.contest.rounding import as_number, two_decimals
from scoring.duplicate.outcome_line import outcome_line
from scoring.duplicate.outcomes import Artificial, Outcome, Played, Split

Json = dict[str, Any]


def result_as_json(result: Result) -> Json:
    """The lists and awards of a result as values for ``json.dumps``; the keys and their order are stable."""
    rounding = result.rules.rounding
    return {
        "lists": [_list(ranked, rounding) for ranked in result.lists],
        "awards": [scored_slot_as_json(scored, rounding) for scored in result.slots],
    }


def scored_slot_as_json(scored: ScoredSlot, rounding: str) -> Json:
    """The JSON of a slot (one board at one table) with its awards: one element of the list "awards" of a result."""
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
    """The points of North-South if an outcome is a single result, otherwise the outcome as text, such as A++ or NP."""
    if isinstance(outcome, Played):
        return outcome.points
    return outcome_line(outcome)


def reasons(scored: ScoredSlot) -> list[str]:
    """The steps that lead to the awards of a slot (one board at one table), each step as a phrase.

    Only the steps of North-South are given if the exact awards of both sides add up to the top, and the outcome is not
    artificial or split. The list is ``["not played"]`` if there are no awards.
    """
    ns, ew = scored.ns, scored.ew
    if ns is None or ew is None:  # then neither side has an award
        return ["not played"]
    if (
        not isinstance(scored.slot.outcome, Artificial | Split)
        and ns.exact + ew.exact == ns.top
    ):
        return list(ns.steps)
    steps = [f"N-S: {step}" for step in ns.steps]
    steps += [f"E-W: {step}" for step in ew.steps]
    return steps


def _list(ranked: RankedList, rounding: str) -> Json:
    return {"name": ranked.name, "rows": [_row(row, rounding) for row in ranked.rows]}


def _row(row: RankedRow, rounding: str) -> Json:
    most = str(row.top) if row.top else None
    percent = None if row.percent is None else two_decimals(row.percent)
    return {
        "place": row.place,
        "tied": row.is_tied,
        "entry": row.entry,
        "score": as_number(row.score, rounding),
        "max": most,
        "percent": percent,
        "boards": row.boards,
    }


def _points(award: Award | None, rounding: str) -> str | None:
    if award is None:
        return None
    return as_number(award.points, rounding)
