"""Writes of remainders of rounding: beside each posting that is not exact, and beside its reversal."""

from collections.abc import Mapping

from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.rubbers.models import Remainder


def keep_remainders(
    *, booked: Transaction, posted: Mapping[Member, int], exact: Mapping[Member, int]
) -> None:
    """Write each member's exact points less the posted points of one rubber; no row if they are equal."""
    Remainder.objects.bulk_create(
        Remainder(transaction=booked, member=member, points=exact[member] - points)
        for member, points in posted.items()
        if exact[member] != points
    )


def reverse_remainders(*, reversal: Transaction) -> None:
    """Write the opposite of the remainders beside the posting that `reversal` reverses."""
    Remainder.objects.bulk_create(
        Remainder(transaction=reversal, member_id=kept.member_id, points=-kept.points)
        for kept in Remainder.objects.filter(transaction=reversal.reverses).order_by(
            "pk"
        )
    )
