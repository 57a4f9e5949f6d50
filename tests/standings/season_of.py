"""Helpers that book results of a season without playing rubbers."""

from datetime import datetime

from clubscore.ledger import services
from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from tests.factories import NOON


def book(
    winners: tuple[Member, Member],
    losers: tuple[Member, Member],
    margin: int,
    *,
    source_id: int | None = None,
    game: str = "contract",
    now: datetime = NOON,
) -> Transaction:
    """Book the margin of one rubber for these winners and losers, without a rubber."""
    return services.post(
        source=Transaction.Source.RUBBER,
        source_id=source_id or 1 + Transaction.objects.count(),
        game=game,
        description="Contract rubber at Table 1",
        points=dict.fromkeys(winners, margin) | dict.fromkeys(losers, -margin),
        by=winners[0],
        now=now,
    )


def take_back(transaction: Transaction, *, now: datetime = NOON) -> Transaction | None:
    return services.reverse(
        source=Transaction.Source.RUBBER,
        source_id=transaction.source_id,
        by=transaction.posted_by,
        now=now,
    )
