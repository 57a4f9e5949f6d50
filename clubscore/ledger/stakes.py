"""The stake for a margin, in money. Pure."""

from clubscore.ledger.rounding import HUNDRED


def stake_on(points: int, stake: int) -> int:
    """Money, in the smallest unit of the currency, for these posted points at `stake` for every hundred.

    Whole hundreds come out exactly. What is left over counts in proportion, to the nearest unit, exactly half a unit
    away from zero: so whoever loses pays what the winner gets, and the four amounts sum to zero as their points do.

    >>> stake_on(800, 10), stake_on(-800, 10), stake_on(810, 25), stake_on(-810, 25), stake_on(40, 0)
    (80, -80, 203, -203, 0)
    """
    amount = (abs(points) * stake + HUNDRED // 2) // HUNDRED
    return amount if points > 0 else -amount
