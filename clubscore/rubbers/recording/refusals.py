"""Refusals of writes on a rubber that need a class of their own, so that callers can tell them apart."""

from clubscore.refusals import Refused


class Stale(Refused):
    """A write was refused because the sheet has changed since the member read it."""
