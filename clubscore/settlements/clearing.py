"""The records under which a payment is booked, if a person had several records when the settlement was frozen."""

from collections import Counter
from collections.abc import Collection

from django.db.models import Q

from clubscore.ledger.models import ClubAccount, Posting, Transaction
from clubscore.members.models import Member
from clubscore.members.queries import records_at
from clubscore.settlements.models import Settlement, Transfer


def clearing(transfer: Transfer) -> dict[Member | ClubAccount, int]:
    """The points or money that a payment books for each member record or account: plus for payer, minus for receiver.

    The amount is in the unit of the settlement. If a person has several records, it is shared among them so that each
    record has a balance of 0 in the settlement, also after a merge is undone.
    """
    payer = _cleared(transfer, transfer.from_party, transfer.amount)
    receiver = _cleared(transfer, transfer.to_party, -transfer.amount)
    return payer | receiver


def _cleared(
    transfer: Transfer, party: Member | ClubAccount, amount: int
) -> dict[Member | ClubAccount, int]:
    if isinstance(party, ClubAccount):
        return {party: amount}
    records = list(records_at(party, transfer.settlement.frozen_at).order_by("pk"))
    if len(records) < 2:
        return {party: amount}
    shares = shared(amount, _wanting(transfer.settlement, records))
    if not shares:
        return {party: amount}
    return {record: shares[record.pk] for record in records if record.pk in shares}


def _wanting(settlement: Settlement, records: Collection[Member]) -> dict[int, int]:
    """The amount that each record still needs for a balance of 0, by the record's id.

    It is the opposite of the record's balance in the settlement, less the payments that are booked for it already.
    """
    paid = Transaction.objects.filter(
        source=Transaction.Source.SETTLEMENT,
        source_id__in=settlement.transfers.values("pk"),
    )
    of_it = Q(transaction__settled__settlement=settlement) | Q(transaction__in=paid)
    wanting: Counter[int] = Counter()
    for pk, points in Posting.objects.filter(of_it, member__in=records).values_list(
        "member_id", "points"
    ):
        wanting[pk] -= points
    return dict(wanting)


def shared(amount: int, wanting: dict[int, int]) -> dict[int, int]:
    """The share of each record in an amount, by the record's id.

    `wanting` is the amount that each record needs for a balance of 0. If the amount is the sum of `wanting`, each
    record gets what it needs. Otherwise the records that need most get their share first. The result is {} if the
    records together need less than the amount.

    >>> shared(300, {1: 1000, 2: -60})
    {1: 300}
    >>> shared(640, {1: 700, 2: -60})
    {1: 700, 2: -60}
    """
    sign = 1 if amount > 0 else -1
    total = sum(wanting.values())
    if total == amount:
        return {pk: wants for pk, wants in wanting.items() if wants}
    if sign * total < sign * amount:
        return {}
    shares = {}
    rest = sign * amount
    most_first = sorted(wanting.items(), key=lambda pair: (-sign * pair[1], pair[0]))
    for pk, wants in most_first:
        share = min(rest, max(sign * wants, 0))
        if share:
            shares[pk] = sign * share
            rest -= share
    return shares
