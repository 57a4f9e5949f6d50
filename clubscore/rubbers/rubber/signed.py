"""Signatures and auction calls of players, as plain values without a database row."""

from datetime import datetime
from typing import NamedTuple


class Signed(NamedTuple):
    """A player's signature under one version of a deal; `under` is the id of the version."""

    under: int
    member_id: int
    """The id of the person, as in RubberState.players."""
    how: str
    """The method of the signature: the value of a SignatureMethod, such as a tap or a PIN."""


class NetSigned(NamedTuple):
    """A player's signature under the net score.

    `under` is the id of the version of a deal that was the newest in the rubber when the player signed.
    """

    under: int
    member_id: int
    how: str
    """The method of the signature: the value of a SignatureMethod, such as a tap or a PIN."""
    despite: int | None = None
    """The id of the newest proposal that was open when the player signed; None if none was open."""
    given_by: str | None = None
    """The name of the arbiter who signed for a player who could not; None if the player signed."""
    reason: str = ""
    motion: int | None = None
    """The id of the motion by which one player of each side signed for a player who did not; else None."""


class AuctionCall(NamedTuple):
    """A player's word that all four have called on a deal.

    `after` is the id of a version of the preceding deal; None if all have called on the first deal of the rubber.
    """

    after: int | None
    member_id: int
    at: datetime
    how: str
    """The method by which the player said it: the value of a SignatureMethod, such as a tap or a PIN."""
