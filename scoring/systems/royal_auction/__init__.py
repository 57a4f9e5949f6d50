"""Royal auction bridge of 1912: its rules, tables, honours, revokes, and the figures of its sheet."""

from scoring.systems.royal_auction.system import SYSTEM

__all__ = ["SYSTEM"]
