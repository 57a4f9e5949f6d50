"""Refusals of a rubber that views tell apart."""

from clubscore.refusals import Refused


class Stale(Refused):
    """The sheet has moved since it was read."""
