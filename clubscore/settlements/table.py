"""The payments of settlements as a table for spreadsheets: `settlements.csv`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice

from django.conf import settings

from clubscore.ledger.models import Unit
from clubscore.members.queries import people_at_any
from clubscore.settlements.models import PaymentEvent, Settlement, Transfer
from clubscore.settlements.netting import Party
from clubscore.settlements.open_bookings import party_of
from clubscore.settlements.queries import because_of, transfers_with_events
from clubscore.web.clock import moment
from clubscore.web.csv import Cell
from clubscore.web.money import Currency

BATCH = 20  # settlements in memory at once: each may be of thousands of rubbers
HEADER = (
    *(
        "settlement_id",
        "frozen_at",
        "from_member",
        "to_member",
        "amount",
        "unit",
        "because",
        "paid_marked_at",
    ),
    *("received_confirmed_at", "cancelled_at", "from_member_id", "to_member_id"),
)


def settlements_table(settlements: Iterable[Settlement]) -> Iterator[Sequence[Cell]]:
    """The rows of a table with each payment of these settlements. Times are ISO 8601.

    An account of the club has a name and no id. The column `because` has the ids of the rubbers that the payer lost and
    of the rubbers that the receiver won.
    """
    rest = iter(settlements)
    people_at = people_at_any()
    while batch := list(islice(rest, BATCH)):
        people = {settlement: people_at(settlement.frozen_at) for settlement in batch}
        rubbers = because_of(people)
        for transfer in (
            transfers_with_events()
            .filter(settlement__in=batch)
            .order_by("settlement", "number")
        ):
            yield _row(transfer, people[transfer.settlement], rubbers)


def _row(
    transfer: Transfer,
    who: Mapping[int, int],
    rubbers: Mapping[tuple[int, Party], Mapping[int, int]],
) -> Sequence[Cell]:
    settlement = transfer.settlement
    unit = Unit.POINTS.value
    if settlement.unit == Unit.MONEY:
        unit = Currency(settings.CLUB_CURRENCY).smallest
    return (
        settlement.pk,
        moment(settlement.frozen_at),
        str(transfer.from_party),
        str(transfer.to_party),
        transfer.amount,
        unit,
        ";".join(str(rubber) for rubber in because(transfer, who, rubbers)),
        moment(_said(transfer, PaymentEvent.Kind.PAID)),
        moment(_said(transfer, PaymentEvent.Kind.RECEIVED)),
        moment(settlement.cancelled_at),
        transfer.payer_id,
        transfer.receiver_id,
    )


def because(
    transfer: Transfer,
    who: Mapping[int, int],
    rubbers: Mapping[tuple[int, Party], Mapping[int, int]],
) -> list[int]:
    """The ids of the rubbers that the payer lost and of the rubbers that the receiver won.

    `who` maps a merged record to its person; `rubbers` are the points that `because_of` returns.
    """
    payer = party_of(transfer.payer_id, transfer.payer_account_id, who)
    receiver = party_of(transfer.receiver_id, transfer.receiver_account_id, who)
    of_payer = rubbers.get((transfer.settlement_id, payer), {})
    of_receiver = rubbers.get((transfer.settlement_id, receiver), {})
    lost = {rubber for rubber, points in of_payer.items() if points < 0}
    won = {rubber for rubber, points in of_receiver.items() if points > 0}
    return sorted(lost | won)


def _said(transfer: Transfer, kind: PaymentEvent.Kind) -> datetime | None:
    """The time of the last statement of this kind about the payment; None if there is none.

    It is also None if the payment was marked as paid, and the mark was later removed.
    """
    last = None
    for event in sorted(transfer.events.all(), key=lambda event: event.pk):
        if event.kind == kind:
            last = event.at
        elif event.kind == PaymentEvent.Kind.TAKEN_BACK:
            last = None
    return last
