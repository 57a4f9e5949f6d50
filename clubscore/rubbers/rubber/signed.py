"""Signatures and calls of players, as values."""

from datetime import datetime
from typing import NamedTuple


class Signed(NamedTuple):
    """A player's signature under the version of a deal with the id `under`."""

    under: int
    member_id: int
    """The person, as in RubberState.players."""
    how: str
    """A SignatureMethod."""


class NetSigned(NamedTuple):
    """A player's signature under the net score after the version with the id `under`."""

    under: int
    member_id: int
    how: str
    """A SignatureMethod."""
    despite: int | None = None
    """The id of the newest proposal that was open then; None without one."""
    given_by: str | None = None
    """The name of the admin who gave it instead of a player who could not."""
    reason: str = ""


class AuctionCall(NamedTuple):
    """A player's word that all have called on the deal after the version with the id `after`; None: on the first."""

    after: int | None
    member_id: int
    at: datetime
    how: str
    """A SignatureMethod."""
