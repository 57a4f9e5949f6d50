"""Duplicate bridge: one result on one board. Knows no session."""

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
