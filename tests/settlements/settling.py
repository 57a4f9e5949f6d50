"""Helpers that book a rubber and settle an evening in one line."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Transaction, Unit
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.settlements import services
from clubscore.settlements.models import Settlement
from clubscore.settlements.open_bookings import seen_as, to_settle
from clubscore.settlements.period import SettlementPeriod
from clubscore.tables.models import Table
from scoring import Seat, Side
from tests.factories import NOON
from tests.unguarded import rewrite

DAY = date(2026, 11, 21)
EVENING = SettlementPeriod(DAY, DAY)
LATER = NOON + timedelta(hours=8)


def booked_rubber(players: Mapping[Seat, Member], *, now: datetime = NOON) -> Rubber:
    """A rubber that North and South have won by 940, booked without being played, which saves time."""
    by = players[Seat.NORTH]
    table = Table.objects.create(
        name="Table 1", opened_at=now, opened_by=by, closed_at=now
    )
    ended = {
        "ended_at": now,
        "ended_by": by,
        "ending": Rubber.Ending.COMPLETE,
        "agreed_at": now,
    }
    rubber = Rubber.objects.create(
        table=table,
        system="contract",
        rules={},
        first_dealer=Seat.NORTH,
        started_at=now,
        started_by=by,
        **ended,
    )
    ledger.post(
        source=Transaction.Source.RUBBER,
        source_id=rubber.pk,
        game="contract",
        description="Contract rubber at Table 1",
        points={
            player: 940 if seat.side == Side.NS else -940
            for seat, player in players.items()
        },
        by=by,
        now=now,
    )
    return rubber


def settle(
    by: Member,
    *,
    period: SettlementPeriod = EVENING,
    unit: Unit = Unit.POINTS,
    now: datetime = LATER,
) -> Settlement:
    """Settle this period as an admin who has seen the newest preview."""
    seen = seen_as(to_settle(period, unit).values_list("pk", flat=True))
    return services.settle(period=period, unit=unit, seen=seen, by=by, now=now)


def paid_by_whom(settlement: Settlement) -> list[tuple[str, str, int]]:
    return [
        (str(each.from_party), str(each.to_party), each.amount)
        for each in settlement.transfers.order_by("number")
    ]


def begun(rubber: Rubber, *, days: int) -> Rubber:
    """Change the rubber's start to `days` days later, and return the rubber."""
    rewrite(
        Rubber.objects.filter(pk=rubber.pk),
        started_at=rubber.started_at + timedelta(days=days),
    )
    return rubber
