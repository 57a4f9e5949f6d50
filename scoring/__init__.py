"""Scoring of bridge: turns facts of deals into a sheet with a reason for every figure. Uses the standard library only.

>>> from scoring import fold, parse_deal
>>> sheet = fold([parse_deal("4sn="), parse_deal("2he+1")])
>>> sheet.totals["NS"].total, sheet.deals[1].lines[0].text, sheet.next.vulnerable
(120, '2♥ bid and made: 2 × 30 = 60.', (<Side.NS: 'NS'>,))
"""

from collections.abc import Iterable
from typing import Any

from scoring import words
from scoring.deals import Deal
from scoring.duplicate import BoardScore, dealer_of, score_board, vulnerable_on
from scoring.errors import (
    InvalidBoard,
    InvalidDeal,
    InvalidRules,
    RubberOver,
    ScoringError,
)
from scoring.exchange import Exchange
from scoring.quickline import parse_deal
from scoring.rules import RuleLabel, Rules
from scoring.sheet import (
    Kind,
    NextDeal,
    ScoredDeal,
    ScoreLine,
    Sheet,
    State,
    Totals,
    Where,
)
from scoring.systems import DEFAULT, SYSTEMS
from scoring.systems.base import System
from scoring.text.sheet_json import sheet_as_json
from scoring.text.sheet_text import sheet_as_text
from scoring.values import Contract, Risk, Seat, Side, Strain

__all__ = [
    "SYSTEMS",
    "BoardScore",
    "Contract",
    "Deal",
    "Exchange",
    "InvalidBoard",
    "InvalidDeal",
    "InvalidRules",
    "Kind",
    "NextDeal",
    "Risk",
    "RuleLabel",
    "Rules",
    "RubberOver",
    "ScoreLine",
    "ScoredDeal",
    "ScoringError",
    "Seat",
    "Sheet",
    "Side",
    "State",
    "Strain",
    "System",
    "Totals",
    "Where",
    "dealer_of",
    "find_system",
    "fold",
    "parse_deal",
    "score_board",
    "sheet_as_json",
    "sheet_as_text",
    "vulnerable_on",
    "words",
]


def find_system(name: str) -> System[Any]:
    """The system of scoring with this name.

    Raises:
        InvalidRules: if no system has this name; the message lists the names of all systems.
    """
    if name not in SYSTEMS:
        raise InvalidRules(
            f"There is no such system; the systems are: {', '.join(SYSTEMS)}."
        )
    return SYSTEMS[name]


def fold(
    deals: Iterable[Deal],
    *,
    system: str = DEFAULT,
    rules: Rules | None = None,
    dealer: Seat = Seat.NORTH,
    unfinished: bool = False,
) -> Sheet:
    """Score the deals in order of play, and return their sheet. ``dealer`` deals the first deal.

    ``rules`` are house rules of the system, None for its defaults. ``unfinished`` closes the sheet if it is still
    open after the last deal.

    Raises:
        InvalidDeal: for a deal that the system cannot score.
        RubberOver: for a deal after the end of the sheet.
        InvalidRules: for a system that does not exist, or for the rules of another system.
    """
    return find_system(system).fold(
        deals, rules=rules, dealer=dealer, unfinished=unfinished
    )
