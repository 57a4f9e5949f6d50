"""The stake for a margin, in money. The function is pure."""

from clubscore.ledger.rounding import HUNDRED


def stake_on(points: int, stake: int) -> int:
    """The amount of money for these booked points, if every hundred points cost `stake`.

    The amount and `stake` are in the smallest unit of the currency. Points beyond whole hundreds count in proportion,
    rounded to the nearest unit; half a unit is rounded away from zero. So the loser pays what the winner gets, and the
    four amounts sum to zero as the points do.

    >>> stake_on(800, 10), stake_on(-800, 10), stake_on(810, 25), stake_on(-810, 25), stake_on(40, 0)
    (80, -80, 203, -203, 0)
    """
    amount = (abs(points) * stake + HUNDRED // 2) // HUNDRED
    return amount if points > 0 else -amount
