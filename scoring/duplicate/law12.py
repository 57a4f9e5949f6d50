"""Law 12 of duplicate bridge: which clause an adjusted score is made by, and the artificial score of two sides."""

from enum import Enum
from typing import Final

from scoring.duplicate.outcomes import Artificial, Average, NotPlayed, Outcome, Played, Split, Weighted


class Fault(Enum):
    """The part of one side in it that a board has no result."""

    NONE = "not at fault"
    PART = "partly at fault"
    FULL = "at fault"


_AVERAGES: Final = {Fault.NONE: Average.PLUS, Fault.PART: Average.EVEN, Fault.FULL: Average.MINUS}
_CLAUSES: Final[dict[type, str]] = {Played: "12C1", Weighted: "12C1c", Split: "12C1e", Artificial: "12C2"}


def artificial_score(ns: Fault, ew: Fault) -> Artificial:
    """The artificial score of a board on which no result can be obtained, each side's by its own fault (Law 12C2).

    >>> artificial_score(Fault.NONE, Fault.FULL)
    Artificial(ns=<Average.PLUS: '+'>, ew=<Average.MINUS: '-'>)
    """
    return Artificial(_AVERAGES[ns], _AVERAGES[ew])


def clause_of(outcome: Outcome) -> str:
    """The clause by which a director gives such an outcome; empty for a board that is not played, which has no award.

    >>> clause_of(artificial_score(Fault.PART, Fault.PART))
    '12C2'
    """
    return "" if isinstance(outcome, NotPlayed) else _CLAUSES[type(outcome)]
