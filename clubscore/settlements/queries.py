"""Reads of settlements: the preview of a new one, and the balances, postings and payments of frozen ones."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from clubscore.ledger.models import ClubAccount, Posting, Transaction, Unit
from clubscore.members.models import Member
from clubscore.members.queries import people_at, records_at
from clubscore.settlements.models import PaymentEvent, Settlement, Transfer
from clubscore.settlements.netting import Party, Payment, payments
from clubscore.settlements.open_bookings import (
    MANY,
    balances_of,
    left_before,
    party_of,
    seen_as,
    to_settle,
)
from clubscore.settlements.period import SettlementPeriod

# What a margin came to: table money is paid by everybody, whoever won.
PLAYED = (Transaction.Source.RUBBER, Transaction.Source.STAKE)


@dataclass(frozen=True, slots=True)
class PartyBalance:
    """The balance of a party in a settlement: plus is owed to the party."""

    party: Member | ClubAccount
    amount: int


@dataclass(frozen=True, slots=True)
class ProposedPayment:
    """A payment in the preview of a settlement."""

    from_party: Member | ClubAccount
    to_party: Member | ClubAccount
    amount: int


@dataclass(frozen=True, slots=True)
class SettlementPreview:
    """A settlement before it is frozen: the number of rubbers and other bookings, and the payments.

    `before` counts the bookings of earlier evenings that stay open, up to MANY.
    """

    period: SettlementPeriod
    unit: Unit
    rubbers: int
    others: int
    balances: list[PartyBalance]
    transfers: list[ProposedPayment]
    before: int
    seen: str

    @property
    def many_before(self) -> bool:
        return self.before >= MANY

    @property
    def is_empty(self) -> bool:
        return not self.rubbers and not self.others


def preview(period: SettlementPeriod, unit: Unit) -> SettlementPreview:
    """A preview: the settlement that `settle` would make of the period now. Nothing is written."""
    taken = to_settle(period, unit)
    rows = list(taken.values_list("pk", "source", "source_id"))
    balances = balances_of(Posting.objects.filter(transaction__in=taken))
    names = names_of(balances)
    rubbers = {source_id for _pk, source, source_id in rows if source in PLAYED}
    others = [pk for pk, source, _source_id in rows if source not in PLAYED]
    return SettlementPreview(
        period=period,
        unit=unit,
        rubbers=len(rubbers),
        others=len(others),
        balances=_listed(balances, names),
        transfers=[_proposed(payment, names) for payment in payments(balances)],
        before=left_before(period, unit),
        seen=seen_as([pk for pk, _source, _source_id in rows]),
    )


def names_of(parties: Iterable[Party]) -> dict[Party, Member | ClubAccount]:
    """The member or the account of each party."""
    parties = list(parties)
    members = Member.objects.in_bulk(
        [party.id for party in parties if not party.is_account]
    )
    accounts = ClubAccount.objects.in_bulk(
        [party.id for party in parties if party.is_account]
    )
    names: dict[Party, Member | ClubAccount] = {}
    for party in parties:
        names[party] = accounts[party.id] if party.is_account else members[party.id]
    return names


def _listed(
    balances: dict[Party, int], names: dict[Party, Member | ClubAccount]
) -> list[PartyBalance]:
    """The balances with the names of the parties, the largest first."""
    in_order = sorted(balances.items(), key=lambda pair: (-pair[1], pair[0]))
    return [PartyBalance(names[party], amount) for party, amount in in_order]


def _proposed(
    payment: Payment, names: dict[Party, Member | ClubAccount]
) -> ProposedPayment:
    return ProposedPayment(
        names[payment.payer], names[payment.receiver], payment.amount
    )


def transfers_with_events() -> QuerySet[Transfer]:
    parties = ("payer", "payer_account", "receiver__merged_into", "receiver_account")
    events = Prefetch(
        "events", PaymentEvent.objects.select_related("by").order_by("pk")
    )
    # Whether a receiver can sign in.
    keys = (
        "receiver__passkeys",
        "receiver__merged_into__passkeys",
    )
    return (
        Transfer.objects.select_related("settlement", *parties)
        .prefetch_related(events, *keys)
        .order_by("number")
    )


def settlements_listed() -> QuerySet[Settlement]:
    """All settlements, newest first, with the numbers of their payments and of their confirmed payments."""
    received = Count(
        "transfers",
        filter=Q(transfers__events__kind=PaymentEvent.Kind.RECEIVED),
        distinct=True,
    )
    return (
        Settlement.objects.select_related("frozen_by")
        .annotate(payments=Count("transfers", distinct=True), received=received)
        .order_by("-pk")
    )


def open_transfers_of(member: Member) -> QuerySet[Transfer]:
    """The payments of current settlements that this person owes or is owed, and that are not confirmed."""
    theirs = (
        Q(payer=member)
        | Q(receiver=member)
        | Q(payer__merged_into=member)
        | Q(receiver__merged_into=member)
    )
    received = PaymentEvent.objects.filter(
        transfer=OuterRef("pk"), kind=PaymentEvent.Kind.RECEIVED
    )
    open_ones = transfers_with_events().filter(
        theirs, ~Exists(received), settlement__cancelled_at=None
    )
    return open_ones.order_by("settlement", "number")


def balances_in(settlement: Settlement) -> list[PartyBalance]:
    """The balances in a settlement, the largest first.

    Records count for the persons to whom they belonged when the settlement was frozen.
    """
    settled = Posting.objects.filter(transaction__settled__settlement=settlement)
    balances = balances_of(settled, people_at(settlement.frozen_at))
    return _listed(balances, names_of(balances))


def rubbers_in(settlement: Settlement) -> int:
    """The number of rubbers with bookings in the settlement."""
    played = Transaction.objects.filter(
        settled__settlement=settlement, source__in=PLAYED
    )
    return played.aggregate(rubbers=Count("source_id", distinct=True))["rubbers"]


def postings_in(settlement: Settlement, party: Member | ClubAccount) -> list[Posting]:
    """The postings behind the party's balance in the settlement, oldest first."""
    settled = Posting.objects.filter(transaction__settled__settlement=settlement)
    if isinstance(party, ClubAccount):
        postings = settled.filter(account=party)
    else:
        postings = settled.filter(member__in=records_at(party, settlement.frozen_at))
    return list(postings.select_related("transaction").order_by("transaction"))


def because_of(
    people: Mapping[Settlement, Mapping[int, int]],
) -> dict[tuple[int, Party], dict[int, int]]:
    """The points that each party won or lost in each rubber of these settlements.

    A key is a settlement's id and a party; its value has the points by the rubber's id. `people` has, for each
    settlement, the person's id by the id of each record that was merged when the settlement was frozen. Takes one
    query.
    """
    who_in = {settlement.pk: who for settlement, who in people.items()}
    sums: dict[tuple[int, Party], dict[int, int]] = defaultdict(
        lambda: defaultdict(int)
    )
    postings = Posting.objects.filter(
        transaction__settled__settlement__in=who_in, transaction__source__in=PLAYED
    )
    rows = postings.values_list(
        "transaction__settled__settlement",
        "transaction__source_id",
        "member",
        "account",
        "points",
    )
    for settlement, rubber, member, account, points in rows:
        party = party_of(member, account, who_in[settlement])
        sums[settlement, party][rubber] += points
    return sums
