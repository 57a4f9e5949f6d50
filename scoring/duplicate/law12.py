"""Law 12 of duplicate bridge: the clauses of adjusted scores, and the artificial score by the fault of each side."""

from enum import Enum
from typing import Final

from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Outcome,
    Played,
    Split,
    Weighted,
)


class Fault(Enum):
    """The degree to which a side is at fault for a board without a result."""

    NONE = "not at fault"
    PART = "partly at fault"
    FULL = "at fault"


_AVERAGES: Final = {
    Fault.NONE: Average.PLUS,
    Fault.PART: Average.EVEN,
    Fault.FULL: Average.MINUS,
}
_CLAUSES: Final[dict[type, str]] = {
    Played: "12C1",
    Weighted: "12C1c",
    Split: "12C1e",
    Artificial: "12C2",
}


def artificial_score(ns: Fault, ew: Fault) -> Artificial:
    """The artificial score of a board without a result: for each side an average by its own fault (Law 12C2).

    >>> artificial_score(Fault.NONE, Fault.FULL)
    Artificial(ns=<Average.PLUS: '+'>, ew=<Average.MINUS: '-'>)
    """
    return Artificial(_AVERAGES[ns], _AVERAGES[ew])


def clause_of(outcome: Outcome) -> str:
    """The clause of Law 12 by which a director gives an outcome; empty for a board that is not played.

    >>> clause_of(artificial_score(Fault.PART, Fault.PART))
    '12C2'
    """
    if isinstance(outcome, NotPlayed):
        return ""
    return _CLAUSES[type(outcome)]
