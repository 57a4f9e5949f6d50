"""Duplicate bridge: the scores, scales and laws for one board or one match. Nothing here knows a whole session."""

from scoring.duplicate.board import (
    BoardScore,
    contract_premium,
    dealer_of,
    duplicate_lines,
    parse_board,
    score_board,
    vulnerable_on,
)

__all__ = [
    "BoardScore",
    "contract_premium",
    "dealer_of",
    "duplicate_lines",
    "parse_board",
    "score_board",
    "vulnerable_on",
]
