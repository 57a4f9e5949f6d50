"""Functions that write the remainders of rounding when a rubber is posted to the books or its posting is reversed."""

from collections.abc import Mapping

from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.models import Remainder


def keep_remainders(
    *, booked: Transaction, posted: Mapping[Member, int], exact: Mapping[Member, int]
) -> None:
    """Write each member's remainder of rounding in one rubber: the exact points less the posted points.

    There is no row for a member whose exact and posted points are equal. `booked` is the transaction with the posted
    points.
    """
    Remainder.objects.bulk_create(
        Remainder(transaction=booked, member=member, points=exact[member] - points)
        for member, points in posted.items()
        if exact[member] != points
    )


def reverse_remainders(*, reversal: Transaction) -> None:
    """Write reversed remainders of rounding, for the posting that the transaction `reversal` reverses.

    Each remainder of that posting gets a row with the same amount and the opposite sign.

    A remainder is a member's exact points less the rounded points that were posted.
    """
    Remainder.objects.bulk_create(
        Remainder(transaction=reversal, member_id=kept.member_id, points=-kept.points)
        for kept in Remainder.objects.filter(transaction=reversal.reverses).order_by(
            "pk"
        )
    )
