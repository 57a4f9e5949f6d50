"""Scores contests of duplicate bridge: takes facts, returns awards with their reasons and lists with places.

A program needs to call only ``fold``; ``lists_after`` tells how the lists stood before the end. Arguments and results
are made of the frozen classes named here.
"""

from scoring.contest.comparing.award import Award
from scoring.contest.facts import STANDARD_PENALTY, Contest, ContestEntry, Penalty, Slot
from scoring.contest.fold import fold, lists_after
from scoring.contest.matches import tops
from scoring.contest.result import (
    Match,
    MatchSide,
    RankedList,
    RankedRow,
    Result,
    ScoredSlot,
)
from scoring.contest.rules import ContestRules

__all__ = [
    "STANDARD_PENALTY",
    "Award",
    "Contest",
    "ContestRules",
    "ContestEntry",
    "Match",
    "MatchSide",
    "Penalty",
    "RankedList",
    "Result",
    "RankedRow",
    "ScoredSlot",
    "Slot",
    "fold",
    "lists_after",
    "tops",
]
